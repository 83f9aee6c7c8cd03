// Requests to the service, by this browser's session or binding.
import { given } from "./given.js";

const PATIENCE = 8000;

// No answer: the network, the server or the time was gone.
export class Unreachable extends Error {}

// {status, body, tag} of a request below /api/v1; `tag`: an ETag that is known already (then 304 and no body).
export async function ask(method, path, { body, tag } = {}) {
  const headers = { Accept: "application/json", "Accept-Language": given.language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET") headers["X-CSRF-Token"] = given.form_token;
  if (tag) headers["If-None-Match"] = tag;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const answer = await fetch(`/api/v1${path}`, {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body),
      signal: patience.signal, cache: "no-store", credentials: "same-origin",
    });
    const text = answer.status === 304 ? "" : await answer.text();
    if (!text && answer.status >= 400) throw new Unreachable(String(answer.status)); // not our server: its problems say what
    return { status: answer.status, body: text ? JSON.parse(text) : null, tag: answer.headers.get("ETag") };
  } catch (error) {
    throw new Unreachable(String(error));
  } finally {
    clearTimeout(timer);
  }
}

// Whether an answer says that the service cannot answer now, and may later.
export const isAway = status => status === 429 || status >= 500;
