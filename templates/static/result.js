// Counts while the form is being filled in: the service does it, and what comes of it is put beside the fields.
const form = document.querySelector("form[data-count]");
const SOON = 500;
let waiting = 0;
let asked = 0;

async function count() {
  const mine = ++asked;
  const body = new FormData(form);
  body.set("action", "count");
  let page;
  try {
    const answer = await fetch(location.href, { method: "POST", body, headers: { Accept: "text/html" } });
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return; // no network: the button counts as soon as there is
  }
  if (mine !== asked) return;
  for (const place of form.querySelectorAll("[data-live]")) {
    const counted = page.getElementById(place.id);
    if (counted) place.replaceChildren(...counted.childNodes);
  }
  const wrong = page.querySelector("[role=alert]");
  if (wrong) document.getElementById("counted").prepend(wrong);
}

form.addEventListener("input", (event) => {
  if (event.target.name.startsWith("comment_") || event.target.name === "note") return;
  clearTimeout(waiting);
  waiting = setTimeout(count, SOON);
});
