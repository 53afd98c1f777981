import type { ClaimDetail, ClaimEvidence } from '@waybill/domain/claims/api'
import { kind_labels, pay_labels } from '@waybill/domain/claims/model'
import { isStaff } from '@waybill/domain/kit/actor'
import { formatRand } from '@waybill/domain/kit/money'
import { useMe } from '../kit/session/me.ts'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import { ActionButton } from '../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../kit/ui/page-layout/Card.tsx'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { dayText } from '../kit/ui/values/moments.ts'
import { EmptyState } from '../kit/ui/states/States.tsx'
import { Money, None, When } from '../kit/ui/values/Value.tsx'
import { ShipmentStatusBadge } from '../shipments/index.ts'
import { ClaimBadge } from './ClaimBadge.tsx'
import { cx } from '../kit/ui/class-names.ts'
import type { OfferedMove } from './move-texts.ts'
import shared from './claims.module.css'
import styles from './claim-cards.module.css'

/** Shows what happened, in the words of the claimant. */
export function WhatCard({ detail: { claim, parcels } }: { detail: ClaimDetail }) {
  return (
    <Card title={kind_labels[claim.kind]}>
      <Stack>
        <p className={styles.words}>{claim.description}</p>
        <Facts
          of={[
            [
              'Shipment',
              <span key="shipment">
                <AppLink to={`/shipments/${claim.shipment_id}`} className="mono">
                  {claim.tracking_reference}
                </AppLink>{' '}
                <ShipmentStatusBadge status={claim.shipment_status} size="compact" />
              </span>,
            ],
            [
              parcels.length === 1 ? 'Parcel' : 'Parcels',
              parcels
                .map((parcel) => [parcel.tracking_reference, parcel.description].filter(Boolean).join(' · '))
                .join(', '),
            ],
          ]}
        />
      </Stack>
    </Card>
  )
}

/** Shows the claimed and the approved amount, and how the claim is paid. */
export function MoneyCard({ detail: { claim } }: { detail: ClaimDetail }) {
  return (
    <Card title="Money">
      <Facts
        split
        of={[
          ['Value of the goods', <Money key="value" cents={claim.item_value || null} />],
          ['Claimed', <Money key="claimed" cents={claim.claimed_amount} />],
          ['Approved', <Money key="approved" cents={claim.approved_amount} />],
          ['Paid as', pay_labels[claim.pay_by]],
          ...(claim.bank_details
            ? [
                [
                  'Bank details',
                  <span key="bank" className={styles.words}>
                    {claim.bank_details}
                  </span>,
                ] as const,
              ]
            : []),
          ['Paid', <When key="paid" at={claim.paid_date} />],
        ]}
      />
    </Card>
  )
}

/** Lists the other possible transitions, each with its rule result. */
export function NextCard({
  moves,
  onMove,
}: {
  moves: readonly OfferedMove[]
  onMove: (move: OfferedMove['move']) => void
}) {
  if (moves.length === 0) return null
  return (
    <Card title="Other actions">
      <div className={styles.moves}>
        {moves.map(({ move, label, verdict }) => (
          <ActionButton key={move.label} verdict={verdict} full onClick={() => onMove(move)}>
            {label}
          </ActionButton>
        ))}
      </div>
    </Card>
  )
}

/** Shows the highest amount we are liable for, and the reason. */
export function LiabilityCard({ evidence }: { evidence: ClaimEvidence }) {
  return (
    <Card title="Liability" note={`at most ${formatRand(evidence.most)}`}>
      <Stack>
        <p className={shared.quiet}>{evidence.reason}</p>
        <Facts
          split
          of={[
            ['Declared value', <Money key="declared" cents={evidence.declared_value || null} />],
            ['Insurance paid', <Money key="insurance" cents={evidence.insurance_charge || null} />],
            ['Price of the shipment', <Money key="price" cents={evidence.price} />],
          ]}
        />
      </Stack>
    </Card>
  )
}

/** Lists the earlier claims of the account. */
export function EarlierCard({ evidence }: { evidence: ClaimEvidence }) {
  const { earlier, earlier_count, earlier_paid } = evidence
  const note = earlier_count === 0 ? undefined : `${earlier_count} · ${formatRand(earlier_paid)} paid`
  return (
    <Card title="Other claims of the account" note={note} flush>
      {earlier.length === 0 ? (
        <EmptyState title="This is the first claim of the account." />
      ) : (
        <ul className={shared.claims}>
          {earlier.map((claim) => (
            <li className={shared.claimsItem} key={claim.id}>
              <AppLink to={`/claims/${claim.id}`} className={cx('mono', shared.claimsLink)}>
                {claim.display_id}
              </AppLink>
              <ClaimBadge state={claim.state} size="compact" />
              <Money cents={claim.approved_amount ?? claim.claimed_amount} />
              <span
                className={shared.quiet}
              >{`${kind_labels[claim.kind]} · ${claim.tracking_reference}`}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Shows the account of the claim, when it was lodged and where updates are sent. */
export function DetailsCard({ detail: { claim } }: { detail: ClaimDetail }) {
  const me = useMe()
  return (
    <Card title="Details">
      <Facts
        of={[
          ...(isStaff(me)
            ? [
                [
                  'Account',
                  <AppLink key="account" to={`/accounts/${claim.account_id}`}>
                    {claim.account_name}
                  </AppLink>,
                ] as const,
              ]
            : []),
          ['Lodged', <When key="lodged" at={claim.time_created} />],
          [
            'Claims until',
            claim.lodge_until === null ? (
              <None key="until" />
            ) : (
              `${dayText(claim.lodge_until)}${claim.is_after_window ? ', lodged later' : ''}`
            ),
          ],
          ['Updates go to', claim.contact_email || <None key="email" />],
          ['Last change', <When key="changed" at={claim.time_modified} />],
        ]}
      />
    </Card>
  )
}
