// What the referee would answer to reports that are being put together: a dry run, a moment after the last change.
import { ask } from "./ask.js";
import { useEffect, useState } from "./draw.js";
import { given } from "./given.js";

const PAUSE = 200; // ms without a further change

// {answers, fresh} of `reports`, one after another, after the last entry of the log. `answers`: undefined before the
// first, null where nobody can say; `fresh`: whether they belong to the reports as they are now.
export function useTrial(reports, { table, follow }) {
  const [last, keep] = useState({ key: null, answers: undefined });
  const key = reports ? `${table.certain ? follow.seq : "unjudged"} ${JSON.stringify(reports)}` : null;
  useEffect(() => {
    if (key === null) {
      keep({ key, answers: undefined });
      return undefined;
    }
    let outdated = false;
    const timer = setTimeout(async () => {
      const answers = table.certain ? await tried(reports) : null;
      if (!outdated) keep({ key, answers });
    }, PAUSE);
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [key]);
  return key === null ? { answers: undefined, fresh: false } : { answers: last.answers, fresh: last.key === key };
}

// The answers to `reports`, as far as they stand; null where nobody can say.
export async function tried(reports) {
  try {
    const { status, body } = await ask("POST", `/tables/${given.table}/trials`, { body: { reports } });
    return status === 200 ? body.answers : null;
  } catch {
    return null;
  }
}

// The refusals among answers; [] where all stand, null where nobody can say (yet).
export function refusalsOf(answers) {
  return answers ? answers.flatMap(answer => answer.refusals ?? []) : null;
}
