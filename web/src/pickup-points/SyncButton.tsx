import { IconRefresh } from '../kit/icons/icons.ts'
import { networksApi, type SyncedNetwork } from '@waybill/domain/pickup-points/networks-api'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { network_labels } from '@waybill/domain/pickup-points/model'
import { useEndpointMutation } from '../kit/api/index.ts'
import { confirmAction, showAlert } from '../kit/layers/alerts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'

/** Updates the locations of the networks, for staff. A list that is too short is stored only when they confirm it. */
export function SyncButton() {
  const me = useMe()
  const sync = useEndpointMutation(networksApi.sync, {
    refresh: [pickupPointsApi.list, pickupPointsApi.managed],
    done: ({ networks }) => void show(networks),
  })
  if (!mayCall(me, networksApi.sync)) return null

  async function show(networks: readonly SyncedNetwork[]): Promise<void> {
    const short = networks.find(({ is_short }) => is_short)
    const isWrong = networks.some(({ result }) => result === 'refused' || result === 'unread')
    const isConnected = networks.some(({ result }) => result !== 'not connected')
    const body = (
      <ul>
        {networks.map((one) => (
          <li key={one.network}>{sentenceOf(one)}</li>
        ))}
      </ul>
    )
    if (!short) {
      await showAlert({
        title: isWrong
          ? 'Not every list was stored'
          : isConnected
            ? 'Locations updated'
            : 'No network is connected',
        body,
        variant: isWrong || !isConnected ? 'warning' : 'success',
      })
      return
    }
    const isAccepted = await confirmAction({
      title: `Store the short list of ${network_labels[short.network]}?`,
      body,
      confirm: 'Close the missing locations',
      cancel: 'Keep all locations',
      danger: true,
    })
    if (isAccepted) sync.mutate({ network: short.network, accept_fewer: true })
  }

  return (
    <Button
      icon={IconRefresh}
      busy={sync.isPending}
      onClick={() => sync.mutate({ network: undefined, accept_fewer: undefined })}
    >
      Update from networks
    </Button>
  )
}

function sentenceOf({ network, result, message, added, changed, closed }: SyncedNetwork): string {
  const name = network_labels[network]
  switch (result) {
    case 'updated':
      if (added + changed + closed === 0) return `${name}: nothing has changed.`
      return `${name}: ${added} new, ${changed} changed, ${closed} closed.`
    case 'refused':
      return `${name}: the list was refused, and nothing was changed. ${message}`
    case 'unread':
      return `${name}: the list could not be read, and nothing was changed. ${message}`
    case 'not connected':
      return `${name}: not connected.`
  }
}
