import { whenOn } from '../kit/setting.ts'
import { settingsSection } from '../kit/settings-section.ts'

/** Settings of the controls of a company’s money (docs/domain/controls.md). */
const controls = settingsSection('rates', 'controls')

export const finance_four_eyes = controls.toggle('finance_four_eyes', 'Approval by a second person', false, {
  guarded: 'money',
  description:
    'Refunds, write-offs, credits, payouts, claims, driver pay and changes of bank details wait until another person with the right to make them approves.',
})
export const finance_four_eyes_above = controls.amount(
  'finance_four_eyes_above',
  'Only amounts above',
  0,
  1_000_000_00,
  {
    guarded: 'money',
    shown_when: whenOn(finance_four_eyes),
    description: 'Bank details always need approval.',
  },
)
