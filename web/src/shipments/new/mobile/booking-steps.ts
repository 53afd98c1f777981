import type { FieldProblem } from '@waybill/domain/kit/problem'

/** The steps of booking on a phone. */
export const steps = ['where', 'what', 'pay'] as const
export type Step = (typeof steps)[number]

export const step_names: Readonly<Record<Step, string>> = {
  where: 'Where',
  what: 'What',
  pay: 'Service and pay',
}
export const step_titles: Readonly<Record<Step, string>> = {
  where: 'Where from and where to?',
  what: 'What are you sending?',
  pay: 'How and when?',
}

/** Returns the step named in the query string; the first step for any other text. */
export function readStep(text: string | undefined): Step {
  return steps.find((step) => step === text) ?? 'where'
}

/** Returns the step on which a field is. */
export function stepOf(field: string): Step {
  if (/^((collection|delivery)_(address|contact|pickup_point_id)|account_id)/.test(field)) return 'where'
  if (field.startsWith('parcels') || field === 'dangerous_goods_confirmed') return 'what'
  return 'pay'
}

/** Returns the problems of the fields on a step. */
export function problemsOn(step: Step, problems: readonly FieldProblem[]): FieldProblem[] {
  return problems.filter(({ field }) => stepOf(field) === step)
}
