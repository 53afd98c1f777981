import { withFullStop } from '@waybill/domain/kit/texts/sentence'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { Problem } from '@waybill/domain/kit/problem'
import type { RuleResult } from '@waybill/domain/kit/rule-result'
import { useCallback, useMemo, useRef, useState } from 'react'
import { fieldsOf } from '../api/api-error.ts'
import { valueAt, withValueAt, type At, type Path } from './paths.ts'

export interface FormOptions<Values> {
  initial: Values
  /**
   * Self-contained rules by path (`parcels.*.weight` for every parcel): format, minimum, maximum. Their messages
   * appear when the field loses focus, and on submit.
   */
  format?: Readonly<Record<string, (value: never, values: Values) => string | null>>
  /**
   * Checks all values; the order of the problems is the order in which they are displayed. Runs on submit, and while
   * typing only to remove messages.
   */
  check?: (values: Values) => RuleResult | readonly FieldProblem[]
  /** `on-submit`: no messages appear before submitting (data-capturing mode). */
  messages?: 'on-leave' | 'on-submit'
}

/** What a field component needs; created by `form.field('path')`. */
export interface FieldBinding<Value> {
  name: string
  value: Value
  onChange: (value: Value) => void
  onLeave: () => void
  error: string | undefined
  /** Passes the label of the field to the form, which uses it in server messages. */
  register: (label: string) => void
  /**
   * Passes to the form why the typed text has no valid value, or `null`. While set, it replaces all other messages of
   * the field.
   */
  onUnread?: (message: string | null) => void
  /** The reason why the field cannot be changed now. */
  off?: string | null | undefined
}

export interface Form<Values> {
  values: Values
  errors: Readonly<Record<string, string>>
  isDirty: boolean
  field: <Where extends Path<Values> & string>(path: Where) => FieldBinding<At<Values, Where>>
  set: <Where extends Path<Values> & string>(path: Where, value: At<Values, Where>) => void
  /** Replaces the values; they count as saved. */
  reset: (values: Values) => void
  /** Replaces the values; they count as changed. */
  fill: (values: Values) => void
  /** Checks whether the form can be sent; if not, displays the messages. */
  validate: () => boolean
  /** Displays the server’s field messages; returns whether there were any for fields of this form. */
  takeError: (thrown: unknown) => boolean
  labelOf: (path: string) => string
}

/** Returns the form with the reasons why fields cannot be changed, by path; `null` for those that can. */
export function withReasons<Values>(
  form: Form<Values>,
  reasonAt: (path: string) => string | null,
): Form<Values> {
  return { ...form, field: (path) => ({ ...form.field(path), off: reasonAt(path) }) }
}

/** Returns a form as a form of some of its fields, for a component that several forms share. */
export function sharedFields<Shared, Values extends Shared>(form: Form<Values>): Form<Shared> {
  // Its paths depend on `Values`, so the compiler cannot see that every path of `Shared` is one of them.
  return form as unknown as Form<Shared>
}

/**
 * Manages the state of a form. Messages appear only at these moments
 * (docs/domain/interface.md#when-a-message-appears): when a non-empty field loses focus, those of its format rules;
 * on submit, all of them. While typing in a field with an error, its message can only disappear.
 */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const rules = useRef(options)
  rules.current = options
  const [saved, setSaved] = useState(options.initial)
  const [values, setValues] = useState(options.initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const currentErrors = useRef(errors)
  currentErrors.current = errors
  const now = useRef(values)
  const labels = useRef(new Map<string, string>())
  const unread = useRef(new Map<string, string>())
  const problemsNow = (): readonly FieldProblem[] =>
    withUnread(allProblems(rules.current, now.current), unread.current)

  const change = useCallback((path: string, value: unknown) => {
    now.current = withValueAt(now.current, path, value)
    setValues(now.current)
    // Run the rules here and not during rendering, because the rules of a page may use variables that it declares
    // further down.
    if (!currentErrors.current[path]) return
    const problems = withUnread(allProblems(rules.current, now.current), unread.current)
    if (!problems.some((problem) => problem.field === path)) setErrors((shown) => without(shown, path))
  }, [])

  const leave = useCallback((path: string) => {
    const wrong = unread.current.get(path)
    if (rules.current.messages === 'on-submit' || (!wrong && isBlank(valueAt(now.current, path)))) return
    const message = wrong ?? formatProblem(rules.current, now.current, path)
    if (message) setErrors((shown) => ({ ...shown, [path]: withFullStop(message) }))
  }, [])

  const replace = useCallback((next: Values, asSaved: boolean) => {
    now.current = next
    unread.current.clear()
    setValues(next)
    setErrors({})
    if (asSaved) setSaved(next)
  }, [])

  const show = (problems: readonly FieldProblem[]): void =>
    setErrors(Object.fromEntries(firstPerField(problems)))

  const isDirty = useMemo(() => JSON.stringify(values) !== JSON.stringify(saved), [values, saved])

  return {
    values,
    errors,
    isDirty,
    field: (path) => ({
      name: path,
      value: valueAt(values, path) as never,
      onChange: (value) => change(path, value),
      onLeave: () => leave(path),
      error: errors[path],
      register: (label) => labels.current.set(path, label),
      onUnread: (message) => {
        if (message === null) unread.current.delete(path)
        else unread.current.set(path, message)
      },
    }),
    set: (path, value) => change(path, value),
    reset: (next) => replace(next, true),
    fill: (next) => replace(next, false),
    validate: () => {
      const problems = problemsNow()
      show(problems)
      return problems.length === 0
    },
    takeError: (thrown) => {
      const problems = fieldsOf(thrown)
        .filter(({ field }) => labels.current.has(field))
        .map((one) => ({ ...one, message: named(one.message, labels.current.get(one.field) ?? '') }))
      if (problems.length > 0) show(problems)
      return problems.length > 0
    },
    labelOf: (path) => labels.current.get(path) ?? '',
  }
}

/** Prefixes a message that is only half a sentence, such as 'is required', with the label of its field. */
function named(message: string, label: string): string {
  return label !== '' && /^(is|are|must|has|needs|cannot|can|may) /.test(message)
    ? `${label} ${message}`
    : message
}

/** Keeps only the first message of each field; the order of the fields is preserved. */
function firstPerField(problems: readonly FieldProblem[]): [string, string][] {
  const first = new Map<string, string>()
  for (const { field, message } of problems) if (!first.has(field)) first.set(field, withFullStop(message))
  return [...first]
}

/** Whether a value counts as empty. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function formatProblem<Values>(
  { format = {} }: FormOptions<Values>,
  values: Values,
  path: string,
): string | null {
  const rule = format[path] ?? format[path.replaceAll(/\.\d+(?=\.|$)/g, '.*')]
  return rule ? rule(valueAt(values, path) as never, values) : null
}

function allProblems<Values>(options: FormOptions<Values>, values: Values): readonly FieldProblem[] {
  const verdict = options.check?.(values) ?? true
  const checked = verdict === true ? [] : verdict instanceof Problem ? ownFields(verdict) : verdict
  const formats = Object.keys(options.format ?? {})
    .flatMap((pattern) => pathsOf(values, pattern))
    .flatMap((path) => {
      const value = valueAt(values, path)
      const message = isBlank(value) ? null : formatProblem(options, values, path)
      return message ? [{ field: path, message }] : []
    })
  return [...checked, ...formats.filter(({ field }) => !checked.some((problem) => problem.field === field))]
}

/**
 * Adds the messages about unreadable input. They replace all other messages of the field, because it has no value for
 * a rule to check.
 */
function withUnread(
  problems: readonly FieldProblem[],
  unread: ReadonlyMap<string, string>,
): readonly FieldProblem[] {
  const others = [...unread].filter(([path]) => !problems.some(({ field }) => field === path))
  return [
    ...problems.map((one) => ({ ...one, message: unread.get(one.field) ?? one.message })),
    ...others.map(([field, message]) => ({ field, message })),
  ]
}

/**
 * Returns the field problems. A field message that is only half a sentence is replaced with the complete message of
 * the problem.
 */
function ownFields({ fields, message }: Problem): readonly FieldProblem[] {
  if (fields.length === 0) return [{ field: '', message }]
  return fields.map((one) => (/^[a-z]/.test(one.message) ? { ...one, message } : one))
}

/** Expands a pattern such as `parcels.*.weight` to the paths of these values. */
function pathsOf(values: unknown, pattern: string): string[] {
  const [head = '', ...rest] = pattern.split('.*.')
  if (rest.length === 0) return [pattern]
  const items = valueAt(values, head)
  return Array.isArray(items) ? items.map((_, at) => `${head}.${at}.${rest.join('.*.')}`) : []
}

function without(errors: Readonly<Record<string, string>>, path: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(errors).filter(([key]) => key !== path))
}
