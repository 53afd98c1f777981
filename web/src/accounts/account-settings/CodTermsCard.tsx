import type { ListedAccount } from '@waybill/domain/accounts/model'
import { isStaff } from '@waybill/domain/kit/actor'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { cod_enabled } from '@waybill/domain/accounts/settings'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { MoneyField, NumberField } from '../../kit/form/TypedField.tsx'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { AccountSection } from '../details/AccountSection.tsx'

interface CodTerms {
  cod_own_terms: boolean
  cod_max_amount: Cents | null
  cod_fee_percentage: number | null
  cod_fee_minimum: Cents | null
}

/** Card with the terms of cash on delivery of an account, for staff while the company offers it. */
export function CodTermsCard({ account }: { account: ListedAccount }) {
  const viewerIsStaff = isStaff(useMe())
  const isOffered = useSetting(cod_enabled)
  if (!viewerIsStaff || !isOffered || account.account_type === 'guest') return null
  const { cod_own_terms, cod_max_amount, cod_fee_percentage, cod_fee_minimum } = account
  const initial: CodTerms = { cod_own_terms, cod_max_amount, cod_fee_percentage, cod_fee_minimum }
  return (
    <AccountSection<CodTerms>
      account={account}
      title="Cash on delivery"
      mayEdit
      facts={
        cod_own_terms
          ? [
              ['Largest amount', cod_max_amount > 0 ? formatRand(cod_max_amount) : 'Not offered'],
              ['Fee', `${cod_fee_percentage} %, at least ${formatRand(cod_fee_minimum)}`],
            ]
          : [['Terms', 'Those of the company']]
      }
      initial={initial}
      check={({ cod_own_terms: hasOwn, ...terms }) =>
        (['cod_max_amount', 'cod_fee_percentage', 'cod_fee_minimum'] as const)
          .filter((field) => hasOwn && terms[field] === null)
          .map((field) => ({ field, message: 'Enter a value; 0 is allowed.' }))
      }
      changesOf={(values, changed) =>
        Object.fromEntries(
          Object.entries(values).filter(([key, value]) => changed.has(key) && value !== null),
        )
      }
    >
      {(form) => (
        <>
          <Checkbox {...form.field('cod_own_terms')} label="Own terms instead of those of the company" />
          {form.values.cod_own_terms && (
            <>
              <MoneyField
                {...form.field('cod_max_amount')}
                label="Largest amount of a shipment"
                hint="0: not offered to this account."
              />
              <FieldRow>
                <NumberField {...form.field('cod_fee_percentage')} label="Fee, VAT included" suffix="%" />
                <MoneyField {...form.field('cod_fee_minimum')} label="Smallest fee of a shipment" />
              </FieldRow>
            </>
          )}
        </>
      )}
    </AccountSection>
  )
}
