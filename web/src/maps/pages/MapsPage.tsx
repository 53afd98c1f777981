import {
  IconDots,
  IconDownload,
  IconFileImport,
  IconPlus,
  IconTags,
  IconTarget,
} from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { startupApi } from '@waybill/domain/startup/api'
import { boundsOf, type Position } from '@waybill/domain/maps/geometry'
import type { Zone } from '@waybill/domain/maps/model'
import { kind_words, mayEditMap, tagTypeOf } from '@waybill/domain/maps/zone-rules'
import { zonesApi } from '@waybill/domain/maps/zones-api'
import { rates_fallback_zone_tag } from '@waybill/domain/rates/settings'
import { tagsApi } from '@waybill/domain/tags/api'
import { Suspense, useMemo, useState } from 'react'
import { callForFile, endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { showError } from '../../kit/layers/alerts.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { downloadBlob } from '../../kit/table/export/csv.ts'
import { AppLink, ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { Menu, type MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { EmptyState, Loading, RegionError, ThinBar } from '../../kit/ui/states/States.tsx'
import { Tag } from '../../kit/ui/values/Value.tsx'
import { Tabs } from '../../kit/ui/page-layout/Tabs.tsx'
import { usePhone } from '../../kit/ui/page-layout/use-phone.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { useTypedSearch } from '../../kit/url/use-typed-search.ts'
import { DraftBar } from '../zones/DraftBar.tsx'
import { ImportDialog } from '../zones/ImportDialog.tsx'
import { LazyZoneMap } from '../zones/OutlineEditor.tsx'
import { TestPoint } from '../zones/TestPoint.tsx'
import {
  draftIn,
  onDraft,
  affected_queries,
  visibleZones,
  useDrafts,
  useKinds,
  useSuburbs,
} from '../zones/zone-queries.ts'
import { ZoneBadges } from '../zones/ZoneBadges.tsx'
import shared from '../zone.module.css'
import styles from './maps-page.module.css'
import { seesMap } from '@waybill/domain/maps/map-kinds'

const new_draft = 'new'

/** The map page: the areas of one kind, draft maps and the test of a point (NAV-041, NAV-063). */
export default function MapsPage() {
  const me = useMe()
  const go = useGo()
  const { values, set } = useSearchState()
  const { searched, typed, setTyped } = useTypedSearch()
  const isPhone = usePhone()
  const kinds = useKinds()
  const kind = kinds.find((one) => one === values.kind) ?? kinds[0] ?? 'drivers'
  const draftMapId = draftIn(values)
  const drafts = useDrafts()
  const draft = drafts.find(({ id }) => id === draftMapId)
  const suburbs = useSuburbs()
  const fallbackTag = useSetting(rates_fallback_zone_tag)
  const [open, setOpen] = useState<'import' | 'draft' | null>(null)
  const [isTesting, setTesting] = useState(false)
  const [hovered, setHovered] = useState<number | null>(null)
  const query = useQuery(endpointQuery(zonesApi.zones, { kind, draft_map_id: draftMapId }))
  const tagType = tagTypeOf(kind)
  const tags = useQuery({
    ...endpointQuery(tagsApi.tags, { type: tagType ?? undefined }),
    enabled: tagType !== null && mayCall(me, tagsApi.tags),
  })
  const general = useQuery({ ...endpointQuery(startupApi.generalData, {}), staleTime: 600_000 })
  const test = useEndpointMutation(zonesApi.testPoint, { inForm: true })
  const zones = useMemo(() => query.data?.zones ?? [], [query.data])
  const shown = useMemo(
    () => zones.filter((zone) => isWanted(zone, searched, values)),
    [zones, searched, values],
  )
  const mayAdd =
    mayCall(me, zonesApi.createZone) &&
    mayEditMap(me, kind, [me.branch_id]) === true &&
    (!draft || draft.status === 'preparing')
  const scene = useMemo(() => {
    const place: Position | null = isTesting && test.data ? [test.data.lng, test.data.lat] : null
    return {
      zones: visibleZones(hovered === null ? shown : shown.filter(({ id }) => id === hovered)),
      outline: null,
      colour: '',
      mode: isTesting ? ('point' as const) : ('look' as const),
      corner: null,
      marks: place ? [{ place, isProblem: false }] : [],
    }
  }, [shown, hovered, isTesting, test.data])
  const save = async (format: 'kml' | 'geojson'): Promise<void> => {
    try {
      downloadBlob(
        `${kind}.${format}`,
        await callForFile(zonesApi.exportZones, { kind, format, draft_map_id: draftMapId }),
      )
    } catch (thrown) {
      showError(thrown)
    }
  }
  const entries: MenuEntry[] = [
    ...(mayAdd && mayCall(me, zonesApi.importZones)
      ? [{ label: 'Import areas…', icon: IconFileImport, onSelect: () => setOpen('import') }]
      : []),
    { label: 'Export as KML', icon: IconDownload, onSelect: () => save('kml') },
    { label: 'Export as GeoJSON', icon: IconDownload, onSelect: () => save('geojson') },
    ...(tagType && mayCall(me, tagsApi.tags)
      ? [{ label: 'Tags…', icon: IconTags, onSelect: () => go(`/tags?type=${tagType}`) }]
      : []),
  ]
  const maps = seesMap(me, 'draft_maps') && (
    <DraftChoice
      drafts={drafts}
      chosen={draftMapId}
      mayAdd={mayEditMap(me, 'draft_maps') === true}
      onChoose={(next) =>
        next === new_draft ? setOpen('draft') : set({ draft: next === '' ? undefined : next })
      }
    />
  )
  const path = (id: number | 'new'): string => onDraft(`/maps/${kind}/${id}`, draftMapId)
  return (
    <Page>
      <ThinBar active={query.isFetching} />
      <PageHeader
        title="Maps"
        note={kind_words[kind].decides}
        actions={
          <>
            <Button icon={IconTarget} aria-pressed={isTesting} onClick={() => setTesting(!isTesting)}>
              Test a point
            </Button>
            <Menu label="More map actions" entries={entries}>
              {(trigger) => (
                <Button {...trigger} icon={IconDots}>
                  More
                </Button>
              )}
            </Menu>
          </>
        }
        primary={
          mayAdd && (
            <ButtonLink to={path('new')} variant="primary" icon={IconPlus} data-shortcut="n">
              New area
            </ButtonLink>
          )
        }
      />
      <Tabs
        label="Map types"
        tabs={kinds.map((key) => ({ key, label: kind_words[key].tab }))}
        chosen={kind}
        onChoose={(next) => set({ kind: next, tag: undefined })}
        end={!isPhone && maps}
      />
      {isPhone && maps}
      {draft && <DraftBar key={draft.id} draft={draft} onGone={() => set({ draft: undefined })} />}
      <div className={styles.board}>
        <aside className={styles.side} aria-label={`${kind_words[kind].tab} areas`}>
          {isTesting && (
            <TestPoint
              answer={test.data}
              error={test.error}
              busy={test.isPending}
              fallback_tag={fallbackTag}
              driverName={(username) =>
                general.data?.drivers.find((driver) => driver.username === username)?.name ?? username
              }
              onTest={(search) => test.mutate({ search, draft_map_id: draftMapId })}
            />
          )}
          <search className={styles.filters} aria-label="Filter areas">
            <TextField
              {...standaloneField('q', typed, setTyped)}
              label="Search areas"
              hideLabel
              placeholder="Name, routing number or tag"
              type="search"
              autoComplete="off"
            />
            <div className={shared.row}>
              {(tags.data?.tags.length ?? 0) > 0 && (
                <SelectField<string, string | null>
                  {...standaloneField<string | null>('tag', values.tag ?? null, (tag) =>
                    set({ tag: tag ?? undefined }),
                  )}
                  label="Tag"
                  hideLabel
                  clearable
                  placeholder="Any tag"
                  options={(tags.data?.tags ?? []).map(({ name }) => ({ value: name, label: name }))}
                />
              )}
              <SelectField<string, string | null>
                {...standaloneField<string | null>('state', values.state ?? null, (state) =>
                  set({ state: state ?? undefined }),
                )}
                label="State"
                hideLabel
                clearable
                placeholder="Any state"
                options={[
                  { value: 'on', label: 'In use' },
                  { value: 'off', label: 'Off' },
                  ...(draft ? [{ value: 'changed', label: 'Changed by the draft' }] : []),
                ]}
              />
            </div>
          </search>
          {query.error ? (
            <RegionError thrown={query.error} what="The areas" onRetry={() => void query.refetch()} />
          ) : !query.data ? (
            <Loading lines={8} />
          ) : shown.length === 0 ? (
            <EmptyState
              title={zones.length === 0 ? `No ${kind_words[kind].one}s yet.` : 'No area fits the filter.'}
            >
              {zones.length === 0 && kind_words[kind].decides}
            </EmptyState>
          ) : (
            <ZoneList zones={shown} pathOf={path} onHover={setHovered} />
          )}
        </aside>
        <div className={styles.mapSide}>
          <Suspense fallback={<Loading lines={6} />}>
            {query.data && (
              <LazyZoneMap
                key={kind}
                scene={scene}
                frame={boundsOf(zones.map((zone) => zone.geometry))}
                suburbs={suburbs}
                label={`Map of ${kind_words[kind].tab.toLowerCase()}`}
                actions={{
                  onZone: (id) => go(path(id)),
                  onPoint: ([lng, lat]) => test.mutate({ lng, lat, draft_map_id: draftMapId }),
                  onOutline: () => undefined,
                  onCorner: () => undefined,
                  onDrawn: () => undefined,
                }}
              />
            )}
          </Suspense>
        </div>
      </div>
      {open === 'import' && (
        <ImportDialog kind={kind} draft_map_id={draftMapId} onClose={() => setOpen(null)} />
      )}
      {open === 'draft' && (
        <NewDraft
          onClose={() => setOpen(null)}
          onMade={(id) => {
            setOpen(null)
            set({ draft: String(id) })
          }}
        />
      )}
    </Page>
  )
}

function isWanted(zone: Zone, search: string, values: Readonly<Record<string, string>>): boolean {
  const text = `${zone.name} ${zone.routing_number} ${zone.tags.join(' ')}`.toLowerCase()
  const { tag, state } = values
  return (
    text.includes(search.toLowerCase()) &&
    (!tag || zone.tags.some((one) => one.toLowerCase() === tag.toLowerCase())) &&
    (!state || (state === 'changed' ? zone.change !== null : zone.is_active === (state === 'on')))
  )
}

/** List of areas with colour, routing number, number of points and tags. */
function ZoneList({
  zones,
  pathOf,
  onHover,
}: {
  zones: readonly Zone[]
  pathOf: (id: number) => string
  onHover: (id: number | null) => void
}) {
  return (
    <ul className={styles.zones} aria-label="Areas">
      {zones.map((zone) => (
        <li className={styles.zonesItem} key={zone.id}>
          <AppLink
            to={pathOf(zone.id)}
            className={styles.zone}
            onMouseEnter={() => onHover(zone.id)}
            onMouseLeave={() => onHover(null)}
          >
            <span className={shared.dot} style={{ background: zone.colour }} aria-hidden="true" />
            <span className={styles.zoneWords}>
              <span className={styles.zoneName}>{zone.name}</span>
              <span className={shared.quiet}>
                {[zone.routing_number, `${formatCount(zone.node_count)} points`].filter(Boolean).join(' · ')}
              </span>
              {zone.tags.length > 0 && (
                <span className={shared.row}>
                  {zone.tags.map((tag) => (
                    <Tag key={tag}>{tag}</Tag>
                  ))}
                </span>
              )}
            </span>
            <ZoneBadges zone={zone} size="compact" />
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function DraftChoice({
  drafts,
  chosen,
  mayAdd,
  onChoose,
}: {
  drafts: readonly { id: number; name: string; status: string }[]
  chosen: number | undefined
  mayAdd: boolean
  onChoose: (draft: string) => void
}) {
  const value = chosen === undefined ? '' : String(chosen)
  return (
    <SelectField<string, string>
      {...standaloneField('draft', value, onChoose)}
      label="Map"
      hideLabel
      size="compact"
      width={240}
      options={[
        { value: '', label: 'Published map' },
        ...drafts
          .filter(({ id, status }) => status !== 'published' || id === chosen)
          .map(({ id, name }) => ({ value: String(id), label: `Draft: ${name}` })),
        ...(mayAdd ? [{ value: new_draft, label: 'New draft…' }] : []),
      ]}
    />
  )
}

function NewDraft({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const [name, setName] = useState('')
  const create = useEndpointMutation(zonesApi.createDraft, {
    refresh: affected_queries,
    done: ({ id }) => onMade(id),
  })
  return (
    <Modal
      title="New draft map"
      width="narrow"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={create.isPending}
            reason={name.trim() === '' ? 'Give the draft a name.' : null}
            onClick={() => create.mutate({ name })}
          >
            Start draft
          </Button>
        </>
      }
    >
      <p>Changes in a draft have no effect until it is published. They then apply all together.</p>
      <TextField
        {...standaloneField('name', name, setName)}
        label="Name"
        hint="What it is for, such as Rounds from December."
        maxLength={80}
        autoComplete="off"
      />
    </Modal>
  )
}
