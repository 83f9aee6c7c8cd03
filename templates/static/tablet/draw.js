// What pages are drawn with, from one place.
export {
  html, render, useEffect, useLayoutEffect, useMemo, useRef, useState,
} from "../vendor/htm-3.1.1/standalone.module.js";
