import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { formatRand } from '@waybill/domain/kit/money'
import { autoTopUpApi } from '@waybill/domain/payments/auto-top-up-api'
import type { AutoTopUp } from '@waybill/domain/payments/model'
import { gatewayTitle, type GatewayName } from '@waybill/domain/payments/gateway-list'
import { auto_topup_enabled } from '@waybill/domain/payments/settings'
import { useState } from 'react'
import { endpointQuery, useChange, useEndpointMutation } from '../../kit/api/index.ts'
import { confirmAction, showError } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { personName } from '../../kit/session/people.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { goToSaveCard } from '../start-payment.ts'
import shared from '../payments.module.css'
import { cardText } from '../ways-to-pay/SavedCards.tsx'
import { AutoTopUpDialog } from './AutoTopUpDialog.tsx'

/**
 * The automatic top-up of an account. Its customer switches it on and off; staff see it. Renders nothing while the
 * company does not offer it and the account does not have it.
 */
export function AutoTopUpCard({ account_id }: { account_id: number }) {
  const me = useMe()
  const isOffered = useSetting(auto_topup_enabled)
  const isOwn = me.account_id === account_id
  const isShown = isOffered && mayCall(me, autoTopUpApi.read)
  const query = useQuery({
    ...endpointQuery(autoTopUpApi.read, isOwn ? {} : { account_id }),
    enabled: isShown,
  })
  const [isEditing, setEditing] = useState(false)
  const cancel = useEndpointMutation(autoTopUpApi.cancel, {
    refresh: [autoTopUpApi.read],
    done: () => toast.success('Automatic top-up is off'),
  })
  if (!isShown) return null
  const { data } = query
  const mandate = data?.auto_top_up ?? null
  const mayEdit = isOwn && mayCall(me, autoTopUpApi.save)
  const switchOff = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: 'Switch automatic top-up off?',
      body: 'Your card is not charged again. You can still top up yourself.',
      confirm: 'Switch off',
      cancel: 'Keep it on',
      danger: true,
    })
    if (isSure) cancel.mutate({})
  }
  return (
    <Card
      title="Automatic top-up"
      actions={
        mayEdit && data && data.cards.length > 0 ? (
          <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
            {mandate?.is_on ? 'Change' : 'Switch on'}
          </Button>
        ) : undefined
      }
    >
      {query.error && !data ? (
        <RegionError thrown={query.error} what="The automatic top-up" onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Loading lines={2} />
      ) : (
        <Stack>
          {mandate ? (
            <Mandate of={mandate} />
          ) : (
            <p className={shared.owed}>
              Off. A saved card can be charged when the balance falls below an amount that the customer
              chooses.
            </p>
          )}
          {mayEdit && data.cards.length === 0 && <SaveCardButtons gateways={data.gateways} />}
          {mayEdit && mandate?.is_on && (
            <Button size="sm" busy={cancel.isPending} onClick={() => switchOff()}>
              Switch off
            </Button>
          )}
        </Stack>
      )}
      {isEditing && data && (
        <AutoTopUpDialog
          mandate={mandate}
          cards={data.cards}
          limit={data.limit}
          onClose={() => setEditing(false)}
        />
      )}
    </Card>
  )
}

/** What was agreed, by whom and when, and what was charged this month. */
function Mandate({ of: mandate }: { of: AutoTopUp }) {
  const { is_on, threshold, amount, monthly_limit, card, off_reason, charged_this_month } = mandate
  if (!is_on) return <p className={shared.owed}>Off. {off_reason}</p>
  return (
    <>
      <p>
        On: {formatRand(amount)} when the balance is below {formatRand(threshold)}, at most{' '}
        {formatRand(monthly_limit)} a month, from the {card ? cardText(card) : 'saved card'}.
      </p>
      <p className={shared.owed}>
        {formatRand(charged_this_month)} charged this month. Agreed by {personName(mandate.consent_by)} on{' '}
        {formatDateTime(mandate.consent_time)}.
      </p>
    </>
  )
}

/** Buttons that lead to a gateway to save a card that can be charged automatically. */
function SaveCardButtons({ gateways }: { gateways: readonly GatewayName[] }) {
  const saving = useChange({
    act: (gateway: GatewayName) => goToSaveCard(gateway, false),
    failed: (thrown) => showError(thrown, 'The card was not saved'),
  })
  return gateways.map((gateway) => (
    <Button key={gateway} size="sm" busy={saving.isPending} onClick={() => saving.mutate(gateway)}>
      Save a card with {gatewayTitle(gateway)}
    </Button>
  ))
}
