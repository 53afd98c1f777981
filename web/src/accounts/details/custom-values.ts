import { answerText, type CustomValues } from '@waybill/domain/accounts/custom-fields'
import type { CustomField } from '@waybill/domain/accounts/settings'

/** Answers as form values: checkboxes as booleans, everything else as text. */
export type Answers = Record<string, string | boolean>

/** Returns an account's answers to the given custom fields as form values. */
export function answersOf(fields: readonly CustomField[], values: CustomValues | null): Answers {
  return Object.fromEntries(
    fields.map(({ key, type }) => [
      key,
      type === 'checkbox' ? values?.[key] === true : answerText(values?.[key]),
    ]),
  )
}

/**
 * Returns the changed answers as they are sent: empty texts and unticked checkboxes become `''`, which removes the
 * answer.
 */
export function changedAnswers(before: Answers, after: Answers): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after).flatMap(([key, value]) =>
      value === before[key] ? [] : [[key, value === false ? '' : value]],
    ),
  )
}

/** Returns an answer as display text; `null` when there is none. */
export function displayAnswer(value: unknown): string | null {
  return value === true ? 'Yes' : answerText(value) || null
}
