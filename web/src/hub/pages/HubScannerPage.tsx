import { useQuery } from '@tanstack/react-query'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import { mayScan } from '@waybill/domain/hub/access'
import { hub_bays } from '@waybill/domain/hub/settings'
import { hasPermission } from '@waybill/domain/kit/actor'
import { notFound } from '@waybill/domain/kit/problem'
import { startupApi } from '@waybill/domain/startup/api'
import { useEffect, useRef, useState } from 'react'
import { call, endpointQuery } from '../../kit/api/index.ts'
import { showError } from '../../kit/layers/alerts.ts'
import { playScanSound } from '../../kit/scan/sounds.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { usePageTitle } from '../../kit/url/page-title.ts'
import { newSession } from '../scanner/scan-session.ts'
import { Scanner } from '../scanner/Scanner.tsx'
import { isManifestMode } from '../station/manifest-mode.ts'
import {
  saveStation,
  mode_appearances,
  readStation,
  station_modes,
  type Station,
} from '../station/station.ts'
import { StationSetup } from '../station/StationSetup.tsx'
import { sessionOf, writeSession } from '../station/station-memory.ts'
import { sendScan, sendUndo } from './scan-queue.ts'

/** A manifest without a response after this time, in ms, counts as not chosen. */
const choice_ms = 8000

/** Whether a session of the user runs that the setup of this page started. */
function isSetUp(username: string): boolean {
  return sessionOf(username).read()?.is_set_up ?? false
}

/**
 * Page of the hub scanner: first the setup of mode and branch, then scanning (HUB-003,
 * docs/domain/interface.md#scanner-page).
 */
export default function HubScannerPage() {
  const me = useMe()
  const bays = useSetting(hub_bays)
  const general = useQuery({
    ...endpointQuery(startupApi.generalData, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [station, setStation] = useState<Station>(() => {
    const stored = readStation(me.branch_id)
    return me.limit_user_to_branch && me.branch_id !== null ? { ...stored, branch_id: me.branch_id } : stored
  })
  useEffect(() => saveStation(station), [station])
  const choose = (part: Partial<Station>): void => setStation((now) => ({ ...now, ...part }))
  const [isChoosing, setChoosing] = useState(() => !isSetUp(me.username))
  const modes = station_modes.filter(
    (mode) => mayScan(me, mode) === true && (!isManifestMode(mode) || mayCall(me, interhubApi.list)),
  )
  // A manifest that is found after the station was set up again, or left, is not the one that was chosen there.
  const setups = useRef(0)
  useEffect(
    () => () => {
      setups.current += 1
    },
    [],
  )
  usePageTitle(isChoosing ? 'Hub scanner' : mode_appearances[station.mode].label)

  if (!general.data)
    return (
      <Page>
        {general.error ? (
          <RegionError thrown={general.error} what="The branches" onRetry={() => void general.refetch()} />
        ) : (
          <Loading onRetry={() => void general.refetch()} />
        )}
      </Page>
    )
  const branch = general.data.branches.find(({ id }) => id === station.branch_id)
  const chooseManifest = async (reference: string): Promise<boolean> => {
    const setup = setups.current
    // Parcels that are scanned next belong to the manifest whose barcode was scanned, not to the one before.
    choose({ manifest_id: 0, manifest: '' })
    try {
      const { interhub_transfers } = await call(
        interhubApi.list,
        { search: reference, limit: 1 },
        { timeout_ms: choice_ms },
      )
      const [found] = interhub_transfers
      if (setup !== setups.current) return false
      if (!found) throw notFound(`There is no manifest ${reference} for your branch.`)
      choose({ manifest_id: found.id, manifest: found.display_id })
      playScanSound('accepted')
      return true
    } catch (thrown) {
      if (setup !== setups.current) return false
      playScanSound('refused')
      showError(thrown, 'The manifest was not chosen')
      return false
    }
  }
  const setUp = (): void => {
    setups.current += 1
    setChoosing(true)
  }
  if (isChoosing || !branch)
    return (
      <StationSetup
        station={station}
        modes={modes}
        branches={general.data.branches}
        bays={bays}
        isBranchFixed={me.limit_user_to_branch && me.branch_id !== null}
        isRunning={isSetUp(me.username)}
        onStart={(chosen) => {
          choose(chosen)
          const running = sessionOf(me.username).read() ?? newSession(new Date())
          writeSession(me.username, { ...running, is_set_up: true })
          setChoosing(false)
        }}
      />
    )
  return (
    <Scanner
      username={me.username}
      station={station}
      branch={branch.name}
      branches={general.data.branches}
      driver={general.data.drivers.find(({ username }) => username === station.driver)?.name ?? ''}
      send={sendScan}
      sendUndo={sendUndo}
      onBay={(bay) => choose({ bay })}
      onManifest={chooseManifest}
      mayLoadAnyway={hasPermission(me, 'INLINE_load_wrong_manifest')}
      onChangeMode={setUp}
      onEnd={() => {
        writeSession(me.username, null)
        setUp()
      }}
    />
  )
}
