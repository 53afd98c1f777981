import { Problem, type FieldProblem } from '@waybill/domain/kit/problem'
import type { z } from 'zod'

/** Decodes an input with its endpoint's schema. Throws 400 with the invalid fields (at most 50). */
export function decodeInput(schema: z.ZodType, raw: unknown): unknown {
  const result = schema.safeParse(raw, { reportInput: true })
  if (result.success) return result.data
  const fields = result.error.issues.slice(0, 50).map(fieldProblem)
  const first = fields[0] ?? { field: '', message: 'is not valid' }
  throw new Problem('invalid', sentenceOf(first), { fields })
}

function fieldProblem(issue: z.core.$ZodIssue): FieldProblem {
  return { field: issue.path.map(String).join('.'), message: wordsOf(issue) }
}

function wordsOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'custom':
    case 'invalid_format':
      return issue.message
    case 'invalid_type':
      return isNothing(issue.input) ? 'is required' : `must be ${kindOf(issue.expected)}`
    case 'invalid_union':
      return isNothing(issue.input) ? 'is required' : 'must be a number or text'
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return `must be ${issue.origin === 'string' ? `${issue.maximum} characters or fewer` : `${issue.maximum} or less`}`
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? 'is required'
        : `must be ${issue.origin === 'string' ? `${issue.minimum} characters or more` : `${issue.minimum} or more`}`
    default:
      return 'is not valid'
  }
}

function isNothing(input: unknown): boolean {
  return input === undefined || input === null || input === ''
}

function kindOf(expected: string): string {
  switch (expected) {
    case 'array':
      return 'a list'
    case 'object':
    case 'record':
      return 'an object'
    case 'number':
    case 'int':
      return 'a number'
    case 'boolean':
      return 'true or false'
    default:
      return 'text'
  }
}

function sentenceOf(first: FieldProblem): string {
  const label = labelOf(first.field) || 'The body'
  return `${label.charAt(0).toUpperCase()}${label.slice(1)} ${first.message}.`
}

/**
 * Converts a field path to words. A problem with an item of a list of plain values is reported for the list, without
 * the position.
 */
function labelOf(field: string): string {
  return field
    .replace(/\.\d+$/, '')
    .replaceAll(/[_.]/g, ' ')
    .trim()
}
