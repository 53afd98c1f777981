import { account_questions, answerable, customFieldProblems } from '@waybill/domain/accounts/custom-fields'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { internal_account_fields, registration_fields } from '@waybill/domain/accounts/settings'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { None } from '../../kit/ui/values/Value.tsx'
import { AccountSection } from './AccountSection.tsx'
import { answersOf, displayAnswer, changedAnswers } from './custom-values.ts'
import { CustomFieldInputs } from './CustomFieldInputs.tsx'

/**
 * Card with the company's custom fields of an account: registration fields and fields for staff only. Renders nothing
 * when there are none.
 */
export function CustomFieldsCard({ account }: { account: ListedAccount }) {
  const me = useMe()
  const rules = {
    registration_fields: useSetting(registration_fields),
    internal_account_fields: useSetting(internal_account_fields),
  }
  const fields = answerable(me, rules).filter(({ key }) => !(key in account_questions))
  if (fields.length === 0) return null
  const initial = { answers: answersOf(fields, account.custom_fields) }
  return (
    <AccountSection
      account={account}
      title="More details"
      mayEdit
      facts={fields.map(({ key, label }) => [
        label,
        displayAnswer(account.custom_fields?.[key]) ?? <None key={key} />,
      ])}
      initial={initial}
      check={({ answers }) => customFieldProblems(fields, changedAnswers(initial.answers, answers), 'sent')}
      changesOf={({ answers }) => ({ custom_fields: changedAnswers(initial.answers, answers) })}
    >
      {(form) => (
        <CustomFieldInputs
          fields={fields}
          values={form.values.answers}
          set={(answers) => form.set('answers', answers)}
          errors={form.errors}
        />
      )}
    </AccountSection>
  )
}
