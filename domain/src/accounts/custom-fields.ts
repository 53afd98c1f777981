import { isStaff, type Actor } from '../kit/actor.ts'
import type { FieldProblem } from '../kit/problem.ts'
import type { CustomField } from './settings.ts'

export type CustomValues = Readonly<Record<string, unknown>>

/** The custom fields that a company defines for its accounts: on registration, and for staff only (SET: accounts). */
export interface CustomFieldRules {
  registration_fields: readonly CustomField[]
  internal_account_fields: readonly CustomField[]
}

/** Maps custom field keys to the account field in which their answer is stored. */
export const account_questions: Readonly<Record<string, 'vat_number' | 'registration_number'>> = {
  vat_number: 'vat_number',
  company_registration: 'registration_number',
}

/** Returns the account fields that are filled from answers to custom fields. */
export function answeredFields(values: CustomValues): { vat_number?: string; registration_number?: string } {
  return Object.fromEntries(
    Object.entries(account_questions).flatMap(([key, field]) =>
      answerText(values[key]) === '' ? [] : [[field, answerText(values[key])]],
    ),
  )
}

/** Returns a value as trimmed text; `''` for values that count as no answer. */
export function answerText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/**
 * Returns the problems of answers to the given fields, reported as `custom_fields.{key}`. With `all` every required
 * field must be answered; with `sent` only the submitted answers are checked.
 */
export function customFieldProblems(
  fields: readonly CustomField[],
  values: CustomValues,
  which: 'all' | 'sent',
): FieldProblem[] {
  return fields.flatMap((field) => {
    if (which === 'sent' && values[field.key] === undefined) return []
    const message = answerProblem(field, values[field.key])
    return message ? [{ field: `custom_fields.${field.key}`, message }] : []
  })
}

function answerProblem(field: CustomField, value: unknown): string | null {
  if (typeof value === 'object' && value !== null) return `${field.label} must be text or a number.`
  const text = answerText(value)
  const isEmpty = text === '' && value !== true
  if (isEmpty) return field.required ? `${field.label} is required.` : null
  if (field.type === 'number' && !Number.isFinite(Number(text))) return `${field.label} must be a number.`
  if (field.type === 'select' && !field.options.includes(text))
    return `Choose one of the options of ${field.label}.`
  if (field.type === 'date' && !/^\d{4}-\d\d-\d\d$/.test(text))
    return `${field.label} must be a date such as 2026-03-31.`
  return null
}

/**
 * Returns the custom fields that `actor` may answer: staff all fields, account users the registration fields shown to
 * the account.
 */
export function answerable(actor: Actor, rules: CustomFieldRules): readonly CustomField[] {
  return isStaff(actor)
    ? [...rules.registration_fields, ...rules.internal_account_fields]
    : rules.registration_fields.filter((field) => field.show_to_account)
}

/** Returns the answers that `actor` may read: staff all answers, account users those of fields shown to the account. */
export function visibleAnswers(
  actor: Actor,
  values: CustomValues | null,
  rules: CustomFieldRules,
): Record<string, unknown> | null {
  if (values === null || isStaff(actor)) return values
  const shown = [...rules.registration_fields, ...rules.internal_account_fields].filter(
    (field) => field.show_to_account,
  )
  return Object.fromEntries(
    shown.flatMap(({ key }) => (values[key] === undefined ? [] : [[key, values[key]]])),
  )
}

/** Merges new answers over the existing ones and removes empty answers. */
export function mergedAnswers(before: CustomValues | null, sent: CustomValues): Record<string, unknown> {
  const merged = Object.entries({ ...before, ...sent })
  return Object.fromEntries(
    merged.filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )
}
