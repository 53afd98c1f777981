import { answerText, type CustomValues } from '@waybill/domain/accounts/custom-fields'
import type { CustomField } from '@waybill/domain/accounts/settings'

/** Answers as a form holds them: ticks as booleans, everything else as text. */
export type Answers = Record<string, string | boolean>

/** The answers of an account to these questions, to be edited. */
export function answersOf(fields: readonly CustomField[], values: CustomValues | null): Answers {
  return Object.fromEntries(
    fields.map(({ key, type }) => [
      key,
      type === 'checkbox' ? values?.[key] === true : answerText(values?.[key]),
    ]),
  )
}

/** The answers that differ, as they are sent: empty texts and open ticks take an answer away. */
export function changedAnswers(before: Answers, after: Answers): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after).flatMap(([key, value]) =>
      value === before[key] ? [] : [[key, value === false ? '' : value]],
    ),
  )
}

/** An answer as people read it; `null` when there is none. */
export function displayAnswer(value: unknown): string | null {
  return value === true ? 'Yes' : answerText(value) || null
}
