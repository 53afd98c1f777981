import type { FieldProblem } from '@waybill/domain/kit/problem'

/** The steps of booking on a phone. */
export const steps = ['where', 'what', 'pay'] as const
export type Step = (typeof steps)[number]

export const step_names: Readonly<Record<Step, string>> = { where: 'Where', what: 'What', pay: 'How and pay' }
export const step_titles: Readonly<Record<Step, string>> = {
  where: 'Where from and where to?',
  what: 'What are you sending?',
  pay: 'How and when?',
}

/** The step of an address; the first one for anything else. */
export function readStep(text: string | undefined): Step {
  return steps.find((step) => step === text) ?? 'where'
}

/** On which step a field is asked for. */
export function stepOf(field: string): Step {
  if (/^((collection|delivery)_(address|contact|pickup_point_id)|account_id)/.test(field)) return 'where'
  if (field.startsWith('parcels') || field === 'dangerous_goods_confirmed') return 'what'
  return 'pay'
}

/** What is wrong on a step. */
export function problemsOn(step: Step, problems: readonly FieldProblem[]): FieldProblem[] {
  return problems.filter(({ field }) => stepOf(field) === step)
}
