import type { Language } from '../contract/languages';
import type { TextPreview } from '../contract/texts';
import { findTextProblems } from '../messages/find-text-problems';
import { renderExamples } from '../messages/render-examples';

/** A draft with made-up values, or what is wrong with it. */
export function previewText(language: Language, key: string, text: string): TextPreview {
  const problems = findTextProblems(language, key, text);
  return { problems, examples: problems.length > 0 ? [] : renderExamples(language, text) };
}
