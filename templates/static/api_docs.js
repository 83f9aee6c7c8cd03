"use strict";

// Render the API's OpenAPI description. Nothing is requested from other servers.
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
follow();
dark.addEventListener("change", follow);

const place = /** @type {HTMLElement} */ (document.getElementById("docs"));
SwaggerUIBundle({
  url: place.dataset.description,
  domNode: place,
  deepLinking: true,
  displayOperationId: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
