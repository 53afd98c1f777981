import { provider_title, support_email, support_phone } from '@waybill/domain/identity/settings'
import { formatPhone } from '@waybill/domain/kit/contacts/phone'
import { useSetting } from '../../kit/session/me.ts'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { None } from '../../kit/ui/values/Value.tsx'

/** Card with the name and contact details of a customer’s courier company. */
export function CompanyFacts() {
  const name = useSetting(provider_title)
  const email = useSetting(support_email)
  const phone = useSetting(support_phone)
  return (
    <Card title="Your courier">
      <Facts
        of={[
          ['Name', name],
          ['Where to write for help', email || <None key="none" />],
          ['Where to call for help', phone ? formatPhone(phone) : <None key="none" />],
        ]}
      />
    </Card>
  )
}
