// Counts the clocks of a page on.

export function count(now) {
  for (const clock of document.querySelectorAll(".clock")) {
    const { deadline, since } = clock.dataset;
    if (!deadline && !since) continue;
    const span = deadline ? Math.max(0, deadline - now) : now - since;
    const seconds = deadline ? Math.ceil(span / 1000) : Math.floor(span / 1000);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}
