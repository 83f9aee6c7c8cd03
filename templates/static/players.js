// The lists of players: the filter box while one types, and check-in without a new page for every tap.

import { folded } from "./folded.js";

const box = document.querySelector("input[data-filter]");

const filter = () => {
  const wanted = folded(box.value);
  for (const row of document.getElementById(box.dataset.filter)?.children ?? []) {
    row.hidden = !(row.dataset.find ?? "").includes(wanted);
  }
};

// What is asked for is in the page already unless the server has filtered it; then the server filters again.
if (box && !box.value) {
  box.addEventListener("input", filter);
  box.form.addEventListener("submit", event => event.preventDefault());
}

const hall = document.querySelector("[data-check-in]");

const replaced = async answer => {
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("hall");
  if (!fresh) throw new Error("no list");
  document.getElementById("hall").replaceChildren(...fresh.childNodes);
  filter();
};

hall?.addEventListener("submit", async event => {
  const form = event.target;
  if (form.dataset.plain) return;
  event.preventDefault();
  const sent = new URLSearchParams(new FormData(form, event.submitter));
  try {
    await replaced(await fetch(form.action, { method: "POST", body: sent }));
  } catch {
    form.dataset.plain = "1"; // the page itself then says what is wrong
    form.requestSubmit(event.submitter);
  }
});

hall?.addEventListener("click", async event => {
  const link = event.target.closest("a.person, .ask a");
  if (!link) return;
  event.preventDefault();
  try {
    await replaced(await fetch(link.href));
  } catch {
    location.assign(link.href);
  }
});
