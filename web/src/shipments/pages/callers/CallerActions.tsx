import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import { link_labels, mayResendLink, shipment_links } from '@waybill/domain/shipments/resend-link'
import {
  allow_account_users_to_edit_after_collection,
  self_service_change_date,
  shipment_ratings_enabled,
} from '@waybill/domain/shipments/settings'
import { reschedulableLeg } from '@waybill/domain/shipments/statuses/next-action'
import { useMayLodge } from '../../../claims/index.ts'
import { useEndpointMutation } from '../../../kit/api/index.ts'
import { IconChevronDown, IconFileAlert, IconPencil, IconSend } from '../../../kit/icons/icons.ts'
import { showError } from '../../../kit/layers/alerts.ts'
import { toast } from '../../../kit/layers/toasts.ts'
import { mayCall, useMe, useSetting } from '../../../kit/session/me.ts'
import { ActionButton, Button } from '../../../kit/ui/buttons/Button.tsx'
import { Menu, type MenuEntry } from '../../../kit/ui/layers/Menu.tsx'
import { useGo } from '../../../kit/url/use-go.ts'
import { editAddress } from '../../edit/edit-address.ts'
import { useEditable } from '../../edit/use-edit.ts'
import type { Open } from '../ShipmentDialogs.tsx'

/** What staff can do for a caller besides the next action: send a link again, change the shipment, lodge a claim. */
export function CallerActions({ shipment, onOpen }: { shipment: Shipment; onOpen: (open: Open) => void }) {
  return (
    <>
      <SendLink shipment={shipment} />
      <ChangeMenu shipment={shipment} onOpen={onOpen} />
      <LodgeClaim shipment={shipment} />
    </>
  )
}

/** Menu of the links that are of use to the caller now. */
function SendLink({ shipment }: { shipment: Shipment }) {
  const me = useMe()
  const switches = {
    may_change_day: useSetting(self_service_change_date),
    may_rate: useSetting(shipment_ratings_enabled),
  }
  const send = useEndpointMutation(shipmentsApi.resendLink, {
    refresh: [shipmentsApi.detail],
    done: ({ message }) => toast.success(message),
    failed: (thrown) => showError(thrown, 'The link was not sent'),
  })
  const links = shipment_links.filter((link) => mayResendLink(me, link, shipment, switches) === true)
  if (links.length === 0) return null
  const entries: MenuEntry[] = links.map((link) => ({
    label: link_labels[link],
    onSelect: () => send.mutate({ id: shipment.id, link }),
  }))
  return (
    <Menu label="Send a link again" entries={entries}>
      {(trigger) => (
        <Button {...trigger} icon={IconSend} endIcon={IconChevronDown} busy={send.isPending}>
          Send link
        </Button>
      )}
    </Menu>
  )
}

/** Menu of the changes; each shows the price and everything else that changes before it is saved. */
function ChangeMenu({ shipment, onOpen }: { shipment: Shipment; onOpen: (open: Open) => void }) {
  const me = useMe()
  const go = useGo()
  const allowed = useSetting(allow_account_users_to_edit_after_collection)
  const { isAny, reasonAt } = useEditable(shipment)
  const leg = mayCall(me, shipmentsApi.change) ? reschedulableLeg(me, shipment, allowed) : null
  const isOpen = (path: string) => isAny && reasonAt(path) === null
  const entries: MenuEntry[] = [
    ...(leg
      ? [{ label: `Another day for the ${leg}…`, onSelect: () => onOpen({ kind: 'reschedule', leg }) }]
      : []),
    ...(isOpen('delivery_address')
      ? [{ label: 'Another delivery address…', onSelect: () => go(editAddress(shipment.id, 'delivery')) }]
      : []),
    ...(isAny ? [{ label: 'Other changes…', onSelect: () => go(editAddress(shipment.id)) }] : []),
  ]
  if (entries.length === 0) return null
  return (
    <Menu label="Changes, with their price first" entries={entries}>
      {(trigger) => (
        <Button {...trigger} icon={IconPencil} endIcon={IconChevronDown}>
          Change
        </Button>
      )}
    </Menu>
  )
}

function LodgeClaim({ shipment }: { shipment: Shipment }) {
  const go = useGo()
  const verdict = useMayLodge(shipment.id)
  if (verdict === null) return null
  return (
    <ActionButton
      icon={IconFileAlert}
      verdict={verdict}
      onClick={() => go(`/claims/new?shipment=${encodeURIComponent(shipment.tracking_reference)}`)}
    >
      Lodge a claim
    </ActionButton>
  )
}
