import {
  billing_contact_email,
  billing_contact_name,
  billing_contact_phone,
  invoice_bank_account_number,
  invoice_bank_branch_code,
  invoice_bank_name,
  invoice_company_address,
  invoice_company_name,
  invoice_company_reg_no,
  invoice_company_vat_no,
} from '@waybill/domain/billing/settings'
import { provider_title, support_email, support_phone } from '@waybill/domain/identity/settings'
import { isStaff } from '@waybill/domain/kit/actor'
import type { Setting } from '@waybill/domain/kit/setting'
import { shownPhone } from '@waybill/domain/kit/phone'
import { useMe, useSetting } from '../kit/session/me.ts'
import { Card } from '../kit/ui/Card.tsx'
import { Stack } from '../kit/ui/Layout.tsx'
import { cx } from '../kit/ui/class-names.ts'
import { None } from '../kit/ui/Value.tsx'
import { useSearchState } from '../kit/url/use-search.ts'
import { sectionKey, useWantedSetting } from './wanted-setting.ts'
import styles from './settings.module.css'

type Fact = readonly [Setting<string>, string]

const company: readonly Fact[] = [
  [provider_title, 'The name that everybody sees.'],
  [support_email, 'Where customers write for help.'],
  [support_phone, 'Where customers call for help.'],
]
const invoices: readonly Fact[] = [
  [invoice_company_name, 'Stands on invoices and statements.'],
  [invoice_company_reg_no, ''],
  [invoice_company_vat_no, ''],
  [invoice_company_address, ''],
]
const payment: readonly Fact[] = [
  [invoice_bank_name, 'Stands on invoices, so that customers can pay by EFT.'],
  [invoice_bank_branch_code, ''],
  [invoice_bank_account_number, ''],
]
const contact: readonly Fact[] = [
  [billing_contact_name, 'Who answers questions about invoices.'],
  [billing_contact_email, ''],
  [billing_contact_phone, ''],
]

/** What the courier company is called and how it is reached; for its staff also what stands on its invoices. */
export function CompanyFacts() {
  const me = useMe()
  useWantedSetting()
  return (
    <Stack>
      <FactsCard title={isStaff(me) ? 'Company' : 'Your courier'} of={company} />
      {isStaff(me) && (
        <>
          <FactsCard title="On invoices" of={invoices} />
          <FactsCard title="Bank account" of={payment} />
          <FactsCard title="Billing contact" of={contact} />
        </>
      )}
    </Stack>
  )
}

function FactsCard({ title, of: facts }: { title: string; of: readonly Fact[] }) {
  const { values } = useSearchState()
  const sections = [...new Set(facts.map(([setting]) => sectionKey(setting.section)))]
  return (
    <div data-sections={sections.join(' ')}>
      <Card title={title} flush>
        <dl className={styles.facts}>
          {facts.map(([setting, description]) => (
            <FactRow
              key={setting.key}
              setting={setting}
              description={description}
              isWanted={setting.key.toLowerCase() === values.setting?.toLowerCase()}
            />
          ))}
        </dl>
      </Card>
    </div>
  )
}

function FactRow({
  setting,
  description,
  isWanted,
}: {
  setting: Setting<string>
  description: string
  isWanted: boolean
}) {
  const value = useSetting(setting)
  const isPhoneNumber = setting.key.endsWith('_phone')
  return (
    <div
      className={cx(styles.fact, isWanted && styles.wanted)}
      data-setting={setting.key.toLowerCase()}
      aria-current={isWanted || undefined}
    >
      <dt>
        {setting.title}
        {description && <span className={styles.description}>{description}</span>}
      </dt>
      <dd>{value ? isPhoneNumber ? shownPhone(value) : value : <None />}</dd>
    </div>
  )
}
