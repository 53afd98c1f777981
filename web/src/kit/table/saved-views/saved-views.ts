import { newKey } from '../../api/new-key.ts'
import { toast } from '../../layers/toasts.ts'
import { readPreference, usePreference } from '../../preferences/preferences.ts'
import type { List } from '../use-list.ts'
import { useSearchState } from '../../url/use-search.ts'

/** A named set of filters and sort. */
export interface View {
  key: string
  label: string
  /** The URL parameters of the view: `{ status: 'at-hub', sort: '-expected' }`. */
  search: Readonly<Record<string, string>>
  count?: number | undefined
  urgent?: boolean
}

export interface Views {
  all: readonly View[]
  chosen: View | undefined
  /** Whether the filters differ from the chosen view. */
  isChanged: boolean
  /** Whether the chosen view belongs to the user, who may then overwrite or remove it. */
  isOwn: boolean
  choose: (key: string) => void
  save: () => void
  saveAs: (label: string) => void
  remove: () => void
  reset: () => void
}

/** Returns why a view cannot have this name, or `null`: names must be unique, ignoring case. */
export function viewNameProblem(name: string, views: readonly Pick<View, 'label'>[]): string | null {
  const plain = name.trim().toLowerCase()
  if (plain === '') return 'Give the view a name.'
  const same = views.find(({ label }) => label.trim().toLowerCase() === plain)
  return same ? `There is already a view called “${same.label}”. Choose another name.` : null
}

/**
 * Manages the view tabs of a list: the given views, then the user’s own, stored under the user setting `setting`
 * (shipments: `shipments_filters`). The first view is chosen by default.
 */
export function useViews(list: List, setting: string, given: readonly View[]): Views {
  const { values } = useSearchState()
  const [own, setOwn] = usePreference<readonly View[]>(setting, [])
  const all = [...given, ...own]
  const keys = [...list.filters.map((filter) => filter.key), 'q', 'sort']
  const current = Object.fromEntries(keys.flatMap((key) => (values[key] ? [[key, values[key]]] : [])))
  const chosen = all.find((view) => view.key === values.view) ?? given[0]
  const isOwn = own.some((view) => view.key === chosen?.key)
  const show = (view: View | undefined): void =>
    list.apply({
      ...Object.fromEntries(keys.map((key) => [key, undefined])),
      ...view?.search,
      view: view === given[0] ? undefined : view?.key,
    })
  return {
    all,
    chosen,
    isOwn,
    isChanged:
      chosen !== undefined && keys.some((key) => (current[key] ?? '') !== (chosen.search[key] ?? '')),
    choose: (key) => show(all.find((view) => view.key === key)),
    save: () => setOwn(own.map((view) => (view.key === chosen?.key ? { ...view, search: current } : view))),
    saveAs: (label) => {
      const key = `own-${newKey()}`
      setOwn([...own, { key, label, search: current }])
      list.apply({ view: key })
    },
    remove: () => {
      if (!chosen || !isOwn) return
      setOwn(own.filter((view) => view.key !== chosen.key))
      show(given[0])
      toast.info(`View “${chosen.label}” removed`, {
        undo: () => {
          const now = (readPreference(setting) ?? []) as readonly View[]
          setOwn([...now, chosen])
        },
      })
    },
    reset: () => show(chosen),
  }
}
