import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import type { Setting } from '@waybill/domain/kit/setting'
import { settingsApi } from '@waybill/domain/settings/api'
import {
  editorFor,
  isCalledFor,
  mayChangeSetting,
  type EditorTab,
  type SettingsViewer,
} from '@waybill/domain/settings/editor'
import { settingsProblems } from '@waybill/domain/settings/rules'
import { useMemo, useRef, useState } from 'react'
import { call } from '../../kit/api/call.ts'
import { newKey } from '../../kit/api/new-key.ts'
import { endpointQuery, endpointQueryKey } from '../../kit/api/endpoint-query.ts'
import { fieldsOf, ApiError } from '../../kit/api/api-error.ts'
import { useChange } from '../../kit/api/use-change.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useMe, useAppSession } from '../../kit/session/me.ts'
import { publishSettingsSaved } from '../../kit/session/settings-saved.ts'
import {
  changedSettings,
  changesOf,
  editedSetting,
  storedByKey,
  valueProblem,
  withEdit,
  type EditedSetting,
  type Edits,
  type Stored,
} from './edited-settings.ts'

type Answer = Output<typeof settingsApi.list>

/** A setting that two users have changed. The other user’s value is now the stored value. */
export interface SettingConflict {
  setting: Setting
  mine: unknown
}

/** The state and actions of the settings page. */
export interface SettingsEditing {
  query: UseQueryResult<Answer>
  stored: Stored
  edits: Edits
  /** Replaces all edits at once, as an import does. */
  setEdits: (edits: Edits) => void
  tabs: readonly EditorTab[]
  changed: readonly Setting[]
  /** Problems that prevent saving, by setting key. */
  problems: Readonly<Record<string, string>>
  isSaving: boolean
  /** An API error that does not concern a single setting. */
  error: Error | null
  conflicts: readonly SettingConflict[]
  of: (setting: Setting) => EditedSetting
  edit: (setting: Setting, value: unknown) => void
  undo: (setting: Setting) => void
  discard: () => void
  save: () => void
  preserveEdits: (setting: Setting) => void
  takeTheirs: (setting: Setting) => void
  mayChange: (setting: Setting) => boolean
}

/** Loads the company settings, holds the unsaved edits, and saves all of them in one call (SET-006, SET-017). */
export function useSettings(): SettingsEditing {
  const client = useQueryClient()
  const me = useMe()
  const { allowances } = useAppSession()
  const query = useQuery(endpointQuery(settingsApi.list, {}))
  const [edits, setEdits] = useState<Edits>({})
  const [rejected, setRejected] = useState<Readonly<Record<string, string>>>({})
  const [conflicts, setConflicts] = useState<readonly SettingConflict[]>([])
  const intention = useRef(newKey())

  const viewer = useMemo<SettingsViewer>(() => ({ me, allowances }), [me, allowances])
  const stored = useMemo(() => storedByKey(query.data?.settings ?? []), [query.data])
  const changed = useMemo(() => changedSettings(stored, edits), [stored, edits])
  const tabs = useMemo(
    () => editorFor(viewer, (setting) => editedSetting(setting, stored, edits).edited),
    [viewer, stored, edits],
  )
  const problems = useMemo(() => {
    const valueOf = (setting: Setting): unknown => editedSetting(setting, stored, edits).edited
    const own = changed.flatMap((setting) => {
      const problem = isCalledFor(setting, valueOf) ? valueProblem(setting, edits[setting.key]) : null
      return problem ? [[setting.key, problem] as const] : []
    })
    if (own.length > 0) return Object.fromEntries(own)
    const between = settingsProblems(changed, (setting) => valueOf(setting) as typeof setting.default)
    return { ...rejected, ...Object.fromEntries(between.map(({ field, message }) => [field, message])) }
  }, [changed, stored, edits, rejected])

  const send = useChange<Answer>({
    act: () =>
      call(settingsApi.save, { settings: changesOf(stored, edits) }, { idempotency_key: intention.current }),
    done: (answer) => {
      client.setQueryData(endpointQueryKey(settingsApi.list, {}), answer)
      setEdits({})
      setConflicts([])
      toast.success(changed.length === 1 ? 'Setting saved' : `${changed.length} settings saved`)
      publishSettingsSaved()
    },
    failed: (thrown) => {
      setRejected(Object.fromEntries(fieldsOf(thrown).map(({ field, message }) => [field, message])))
      if (!(thrown instanceof ApiError) || thrown.status !== 409) return
      const theirs = Object.keys(thrown.current ?? {})
      setConflicts(
        changed
          .filter(({ key }) => theirs.includes(key))
          .map((setting) => ({ setting, mine: edits[setting.key] })),
      )
      void query.refetch()
    },
    settled: () => {
      intention.current = newKey()
    },
  })

  const edit = (setting: Setting, value: unknown): void => {
    setRejected(({ [setting.key]: _former, ...others }) => others)
    setEdits((now) => withEdit(now, stored, setting, value))
  }
  const settle = (setting: Setting): void =>
    setConflicts((open) => open.filter((one) => one.setting.key !== setting.key))
  const undo = (setting: Setting): void => {
    settle(setting)
    setEdits(({ [setting.key]: _former, ...others }) => others)
  }
  const hasFields = Object.keys(rejected).length > 0
  return {
    query,
    stored,
    edits,
    setEdits,
    tabs,
    changed,
    problems,
    isSaving: send.isPending,
    error: send.error && !hasFields && conflicts.length === 0 && changed.length > 0 ? send.error : null,
    conflicts,
    of: (setting) => editedSetting(setting, stored, edits),
    edit,
    undo,
    discard: () => {
      setEdits({})
      setRejected({})
      setConflicts([])
      send.reset()
    },
    save: () => {
      if (!send.isPending && changed.length > 0 && conflicts.length === 0) send.mutate()
    },
    preserveEdits: settle,
    takeTheirs: undo,
    mayChange: (setting) => mayChangeSetting(viewer, setting),
  }
}
