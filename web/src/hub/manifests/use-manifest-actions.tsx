import {
  IconDotsVertical,
  IconLock,
  IconLockOpen,
  IconPackageImport,
  IconTrash,
  IconTruck,
} from '../../kit/icons/icons.ts'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { manifestNumber, type InterhubTransfer } from '@waybill/domain/hub/manifest'
import { mayAct, receivesFrom, type ManifestAct } from '@waybill/domain/hub/manifest-rules'
import type { Actor } from '@waybill/domain/kit/actor'
import type { ReactNode } from 'react'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { ActionButton, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Menu } from '../../kit/ui/layers/Menu.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { shows_manifest } from './manifest-calls.ts'

/** The actions on a manifest, and the menu of rarely used ones. */
export interface ManifestActions {
  may: (act: ManifestAct) => ReturnType<typeof mayAct>
  depart: () => void
  receive: () => void
  isBusy: boolean
  more: ReactNode
}

/** Returns the actions on a manifest apart from scanning; permission is checked with the same rules as on the server. */
export function useManifestActions(manifest: InterhubTransfer): ManifestActions {
  const me = useMe()
  const go = useGo()
  const state = {
    ...manifest,
    number: manifestNumber(manifest.display_id) ?? 0,
    vehicle_registration: manifest.vehicle_registration ?? '',
    seal_number: manifest.seal_number ?? '',
  }
  // A user who is not limited to a branch may receive on behalf of the destination; a confirmation is required first.
  const may = (act: ManifestAct) => mayAct(act, state, me, manifest.to_branch_id)
  const depart = useEndpointMutation(interhubApi.depart, {
    refresh: shows_manifest,
    done: ({ display_id }) => toast.success(`${display_id} departed`),
  })
  const receive = useEndpointMutation(interhubApi.receive, { refresh: shows_manifest })
  const reopen = useEndpointMutation(interhubApi.reopen, {
    refresh: shows_manifest,
    done: ({ display_id }) => toast.success(`${display_id} is open again`),
  })
  const remove = useEndpointMutation(interhubApi.remove, {
    refresh: [interhubApi.list],
    done: () => {
      toast.success(`${manifest.display_id} removed`)
      void go('/interhub-transfers')
    },
  })
  const { id, display_id, parcel_count, received_count } = manifest
  const toCome = parcel_count - received_count
  const confirmReceive = async (): Promise<void> => {
    const missing = `${formatCount(toCome)} ${toCome === 1 ? 'parcel has' : 'parcels have'} not been unloaded. If you continue, unloading is complete and missing parcels count as short.`
    const body = [
      receivesFrom(manifest, me) !== null &&
        `It goes to ${manifest.to_branch_name}, but you work at another branch. The manifest will show that you received it for ${manifest.to_branch_name}.`,
      toCome > 0 && missing,
    ].filter(Boolean)
    const isSure =
      body.length === 0 ||
      (await confirmAction({
        title: `Is ${display_id} empty?`,
        body: body.join(' '),
        confirm: 'Yes, it is empty',
        cancel: 'Continue unloading',
      }))
    if (isSure) receive.mutate({ id, branch_id: manifest.to_branch_id })
  }
  const confirmRemove = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: `Remove ${display_id}?`,
      body: 'Its number is not used again.',
      confirm: 'Remove manifest',
      cancel: 'Keep',
      danger: true,
    })
    if (isSure) remove.mutate({ id })
  }
  const entries = [
    ...(mayCall(me, interhubApi.reopen) && manifest.phase === 'closed'
      ? [
          {
            label: 'Reopen',
            icon: IconLockOpen,
            verdict: may('reopen'),
            onSelect: () => reopen.mutate({ id }),
          },
        ]
      : []),
    ...(mayCall(me, interhubApi.remove) && manifest.phase === 'open'
      ? [
          {
            label: 'Remove',
            icon: IconTrash,
            danger: true,
            verdict: may('delete'),
            onSelect: () => confirmRemove(),
          },
        ]
      : []),
  ]
  return {
    may,
    depart: () => depart.mutate({ id }),
    receive: () => void confirmReceive(),
    isBusy: depart.isPending || receive.isPending || reopen.isPending,
    more: entries.length > 0 && (
      <Menu label={`Actions for ${display_id}`} entries={entries}>
        {(trigger) => (
          <IconButton {...trigger} label="More actions" icon={IconDotsVertical} variant="secondary" />
        )}
      </Menu>
    ),
  }
}

/**
 * Returns the button for the next step of a manifest, or nothing when it is received or the user may not call the
 * endpoint.
 */
export function mainAction(
  me: Actor,
  { phase }: InterhubTransfer,
  acts: ManifestActions,
  onClose: () => void,
): ReactNode {
  const { may, isBusy } = acts
  if (phase === 'open')
    return (
      mayCall(me, interhubApi.close) && (
        <ActionButton variant="primary" icon={IconLock} verdict={may('close')} onClick={onClose}>
          Close manifest
        </ActionButton>
      )
    )
  if (phase === 'closed')
    return (
      mayCall(me, interhubApi.depart) && (
        <ActionButton
          variant="primary"
          icon={IconTruck}
          verdict={may('depart')}
          busy={isBusy}
          onClick={acts.depart}
        >
          Depart
        </ActionButton>
      )
    )
  if (phase === 'received') return null
  return (
    mayCall(me, interhubApi.receive) && (
      <ActionButton
        variant="primary"
        icon={IconPackageImport}
        verdict={may('receive')}
        busy={isBusy}
        onClick={acts.receive}
      >
        Unloading complete
      </ActionButton>
    )
  )
}
