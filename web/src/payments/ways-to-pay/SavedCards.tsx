import { IconPlus, IconTrash } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { paymentsApi } from '@waybill/domain/payments/api'
import { gateway_list, gateway_names, gatewayTitle } from '@waybill/domain/payments/gateway-list'
import type { SavedCard } from '@waybill/domain/payments/model'
import { endpointQuery, useChange, useEndpointMutation } from '../../kit/api/index.ts'
import { confirmAction, showError } from '../../kit/layers/alerts.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Loading } from '../../kit/ui/states/States.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'
import { CardLogo } from './CardLogos.tsx'
import shared from '../payments.module.css'
import styles from './saved-cards.module.css'
import { goToSaveCard } from '../start-payment.ts'

/** The gateway whose saved cards the customer pays with. */
const paying_gateway =
  gateway_names.find((name) => gateway_list[name].cards === 'payments') ?? gateway_names[0]

/** Number of reads of the cards after returning from saving a card: every 2 seconds, so about 30 seconds. */
const polls_after_return = 15

/** The customer's saved cards, with a button for saving one (PAY-061). Renders nothing when cards are not accepted. */
export function SavedCards() {
  const me = useMe()
  const takesCards = useSetting(gateway_list[paying_gateway].top_up.enabled)
  const isShown = me.account_id !== null && takesCards && mayCall(me, paymentsApi.cards)
  const { values } = useSearchState()
  const isBack = values.card_saved === 'success'
  const query = useQuery({
    ...endpointQuery(paymentsApi.cards, {}),
    enabled: isShown,
    // The gateway's notification can arrive after the user returns.
    refetchInterval: ({ state }) => (isBack && state.dataUpdateCount < polls_after_return ? 2_000 : false),
  })
  const saving = useChange({
    act: () => goToSaveCard(paying_gateway, query.data?.cards.length === 0),
    failed: (thrown) => showError(thrown, 'The card was not saved'),
  })
  if (!isShown) return null
  return (
    <Card
      title="Saved cards"
      actions={
        <Button
          size="sm"
          variant="ghost"
          icon={IconPlus}
          busy={saving.isPending}
          onClick={() => saving.mutate()}
        >
          Save a card
        </Button>
      }
    >
      {!query.data ? (
        <Loading lines={2} />
      ) : query.data.cards.length === 0 ? (
        <p className={shared.owed}>No cards yet. With a saved card you only enter the CVV.</p>
      ) : (
        <ul className={styles.cards}>
          {query.data.cards.map((card) => (
            <CardLine key={card.id} card={card} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function CardLine({ card }: { card: SavedCard }) {
  const choose = useEndpointMutation(paymentsApi.chooseCard, {
    refresh: [paymentsApi.cards, paymentsApi.ways],
  })
  const remove = useEndpointMutation(paymentsApi.removeCard, {
    refresh: [paymentsApi.cards, paymentsApi.ways],
  })
  const confirmRemoval = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: `Remove the ${cardText(card)}?`,
      body: 'You can no longer pay with it, and automatic top-ups with it end. To use it again, save it again.',
      confirm: 'Remove card',
      cancel: 'Keep it',
      danger: true,
    })
    if (isSure) remove.mutate({ id: card.id })
  }
  return (
    <li className={styles.cardsItem}>
      <CardLogo brand={card.association} />
      <span className={styles.cardWords}>
        {upperFirst(cardText(card))}
        <span className={shared.quiet}>{card.expiry && ` · ${card.expiry}`}</span>
      </span>
      {card.is_default ? (
        <span className={shared.quiet}>Default</span>
      ) : (
        <Button
          size="sm"
          variant="link"
          busy={choose.isPending}
          onClick={() => choose.mutate({ id: card.id })}
        >
          Make default
        </Button>
      )}
      <IconButton
        label={`Remove the ${cardText(card)}`}
        icon={IconTrash}
        size="sm"
        onClick={() => confirmRemoval()}
      />
    </li>
  )
}

/** A card as part of a sentence: by its last digits, or by the gateway that keeps it. */
export function cardText({ last_digits, gateway }: SavedCard): string {
  return last_digits ? `card ending in ${last_digits}` : `card saved with ${gatewayTitle(gateway)}`
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
