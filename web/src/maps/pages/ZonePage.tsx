import { IconCopy, IconDotsVertical, IconRestore, IconTrash } from '../../kit/icons/icons.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import { type Zone } from '@waybill/domain/maps/model'
import { overlaps } from '@waybill/domain/maps/geometry'
import { map_max_node_count } from '@waybill/domain/maps/settings'
import { empty_zone, kind_words, mayChangeDraft, mayEditMap } from '@waybill/domain/maps/zone-rules'
import { zonesApi } from '@waybill/domain/maps/zones-api'
import { default_colours } from '@waybill/domain/tags/rules'
import { useMemo, type ReactNode } from 'react'
import { AuditTrailButton } from '../../audit/index.ts'
import { call, endpointQuery, refresh, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { MergingFormPanel } from '../../kit/form/merging/MergingFormPanel.tsx'
import { useForm, type Form } from '../../kit/form/use-form.ts'
import { useDraft, type Draft } from '../../kit/form/drafts/use-draft.ts'
import { useMergingForm } from '../../kit/form/merging/use-merging-form.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { Menu, type MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { fullWhen } from '../../kit/ui/values/moments.ts'
import { formatDecimal } from '../../kit/ui/values/numbers.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { DayDriversCard } from '../zones/DayDriversCard.tsx'
import { OutlineEditor, useDrawing } from '../zones/OutlineEditor.tsx'
import { PointsTable } from '../zones/PointsTable.tsx'
import {
  detailsOf,
  editOf,
  mergeZoneEdits,
  patchOf,
  problemsOf,
  zone_labels,
  type ZoneEdit,
} from '../zones/zone-edit.ts'
import {
  draftIn,
  onDraft,
  affected_queries,
  visibleZones,
  useDrafts,
  useSuburbs,
} from '../zones/zone-queries.ts'
import { ZoneBadges } from '../zones/ZoneBadges.tsx'
import { ZoneFields } from '../zones/ZoneFields.tsx'
import shared from '../zone.module.css'
import styles from './zone-page.module.css'
import { useZoneChoices } from './use-zone-choices.ts'
import { type ZoneKind, zone_kinds } from '@waybill/domain/maps/map-kinds'

/** Page of one area: its outline on the map beside the form of its fields (NAV-012, MAP-009). */
export default function ZonePage() {
  const named = usePathPart('kind')
  const part = usePathPart('id')
  const { values } = useSearchState()
  const draft = draftIn(values)
  const kind = zone_kinds.find((one) => one === named)
  const id = Number(part)
  const query = useQuery({
    ...endpointQuery(zonesApi.zones, { kind, draft_map_id: draft }),
    enabled: kind !== undefined,
  })
  const back = {
    to: onDraft(`/maps?kind=${named}`, undefined) + (draft ? `&draft=${draft}` : ''),
    label: 'Maps',
  }
  const zones = query.data?.zones
  const zone = zones?.find((one) => one.id === id)
  if (kind && zones && part === 'new') return <NewZone kind={kind} zones={zones} draft={draft} back={back} />
  if (kind && zones && zone)
    return <OneZone key={`${id} ${draft}`} zone={zone} zones={zones} draft={draft} back={back} />
  return <PendingRecord name="area" back={back} query={query} missing="There is no such area on this map." />
}

interface AboutMap {
  zones: readonly Zone[]
  draft: number | undefined
  back: { to: string; label: string }
}

/** Kinds for which only one area decides at a point. For the other kinds, every area at the point applies. */
const one_decides: ReadonlySet<ZoneKind> = new Set(['drivers', 'branches', 'rates', 'service_days'])

/** Returns the names of active areas that overlap the given area and have the same priority. */
function rivalsOf(
  others: readonly Zone[],
  { priority, geometry, is_active }: Pick<ZoneEdit, 'priority' | 'geometry' | 'is_active'>,
): string[] {
  if (!is_active) return []
  return others
    .filter(
      (zone) =>
        zone.is_active &&
        zone.change !== 'removed' &&
        zone.priority === (priority ?? 0) &&
        overlaps(geometry, zone.geometry),
    )
    .map(({ name }) => name)
}

/** The outline editor beside or above the form. */
function Workbench({
  kind,
  form,
  others,
  mayEdit,
  aside,
  children,
}: {
  kind: ZoneKind
  form: Form<ZoneEdit>
  others: readonly Zone[]
  mayEdit: boolean
  /** Shown below the details. */
  aside?: ReactNode
  children: (fields: ReactNode) => ReactNode
}) {
  const suburbs = useSuburbs()
  const max = useSetting(map_max_node_count)
  const choices = useZoneChoices(kind)
  const binding = form.field('geometry')
  binding.register(zone_labels.geometry)
  const drawing = useDrawing(binding)
  const shown = useMemo(() => visibleZones(others).map((zone) => ({ ...zone, isFaint: true })), [others])
  const { geometry, priority, is_active } = form.values
  const rivals = useMemo(
    () => (one_decides.has(kind) ? rivalsOf(others, { geometry, priority, is_active }) : []),
    [kind, others, geometry, priority, is_active],
  )
  return (
    <div className={styles.bench}>
      <OutlineEditor
        drawing={drawing}
        colour={form.values.colour}
        others={shown}
        suburbs={suburbs}
        max={max}
        mayEdit={mayEdit}
      />
      <div className={styles.benchSide}>
        {rivals.length > 0 && (
          <Notice variant="info">
            Overlaps {rivals.slice(0, 3).join(', ')}
            {rivals.length > 3 && ` and ${rivals.length - 3} more`} with the same priority. Where they
            overlap, the smaller area applies.
          </Notice>
        )}
        <Card title="Details">{children(<ZoneFields kind={kind} form={form} choices={choices} />)}</Card>
        {aside}
        <Card title="Points">
          {form.errors.geometry && <p className={shared.problem}>{form.errors.geometry}</p>}
          <PointsTable
            outline={drawing.outline}
            chosen={drawing.corner}
            onChoose={drawing.setCorner}
            onChange={drawing.change}
          />
        </Card>
      </div>
    </div>
  )
}

function NewZone({ kind, zones, draft, back }: AboutMap & { kind: ZoneKind }) {
  const me = useMe()
  const go = useGo()
  const max = useSetting(map_max_node_count)
  const verdict = mayEditMap(me, kind, [me.branch_id])
  const initial = useMemo(
    () => ({
      ...editOf(empty_zone),
      branch_id: me.branch_id,
      colour: default_colours[zones.length % default_colours.length] ?? empty_zone.colour,
    }),
    [me.branch_id, zones.length],
  )
  const form = useForm<ZoneEdit>({ initial, check: (values) => problemsOf(kind, values, max) })
  const savedDraft = useDraft(`zone:${kind}:${me.username}`, form)
  const create = useEndpointMutation(zonesApi.createZone, {
    inForm: true,
    refresh: affected_queries,
    done: ({ id, name }) => {
      savedDraft.finish()
      toast.success(`${name} added`)
      void go(onDraft(`/maps/${kind}/${id}`, draft), { replace: true })
    },
  })
  return (
    <Page>
      <PageHeader title={`New ${kind_words[kind].one}`} back={back} note={kind_words[kind].decides} />
      <SavedDraftNotice saved_draft={savedDraft} />
      {verdict === true && mayCall(me, zonesApi.createZone) ? (
        <Workbench kind={kind} form={form} others={zones} mayEdit>
          {(fields) => (
            <FormPanel
              form={form}
              saving={create.isPending || create.isSuccess}
              error={create.error}
              submit="Add area"
              onSubmit={(values) => create.mutate({ kind, ...detailsOf(values), draft_map_id: draft })}
            >
              {fields}
            </FormPanel>
          )}
        </Workbench>
      ) : (
        <Notice variant="info">{reasonOf(verdict) ?? 'You can view this map, but not change it.'}</Notice>
      )}
    </Page>
  )
}

/** Notice that offers unsaved changes after a crash or a closed window. */
function SavedDraftNotice({ saved_draft }: { saved_draft: Draft }) {
  if (!saved_draft.found_at) return null
  return (
    <Notice
      variant="info"
      action={
        <>
          <Button size="sm" onClick={saved_draft.resume}>
            Continue
          </Button>
          <Button size="sm" variant="ghost" onClick={saved_draft.discard}>
            Start again
          </Button>
        </>
      }
    >
      You changed this area on {fullWhen(saved_draft.found_at)} and did not save it.
    </Notice>
  )
}

function OneZone({ zone, zones, draft, back }: AboutMap & { zone: Zone }) {
  const me = useMe()
  const go = useGo()
  const client = useQueryClient()
  const max = useSetting(map_max_node_count)
  const { kind } = zone
  const drafts = useDrafts()
  const ofDraft = drafts.find(({ id }) => id === draft)
  const verdict =
    ofDraft && mayChangeDraft(ofDraft) !== true
      ? mayChangeDraft(ofDraft)
      : mayEditMap(me, kind, [zone.branch_id])
  const mayEdit = verdict === true && mayCall(me, zonesApi.changeZone) && zone.change !== 'removed'
  const readAgain = async (known: Zone): Promise<Zone> =>
    (await call(zonesApi.zones, { id: [known.id], draft_map_id: draft })).zones[0] ?? known
  const merging = useMergingForm({
    subject: zone,
    valuesOf: editOf,
    patchOf: (base: Zone, values: ZoneEdit) => patchOf(base, values, draft),
    merge: mergeZoneEdits,
    readAgain,
    send: (patch, idempotencyKey) => call(zonesApi.changeZone, patch, { idempotency_key: idempotencyKey }),
    refresh: () => refresh(client, affected_queries),
    onSaved: () => savedDraft.finish(),
    labelOf: (key) => zone_labels[key],
    problemsOf: (values) => problemsOf(kind, values, max),
  })
  const savedDraft = useDraft(`zone:${zone.id}:${draft ?? ''}:${zone.version}:${me.username}`, merging.form)
  const others = useMemo(() => zones.filter(({ id }) => id !== zone.id), [zones, zone.id])
  return (
    <Page>
      <PageHeader
        title={zone.name}
        back={back}
        badge={<ZoneBadges zone={zone} size="large" />}
        note={`${kind_words[kind].tab} · ${formatDecimal(zone.area_km2, 1)} km²`}
        actions={
          <>
            {zone.id > 0 && <AuditTrailButton type="zone" object_id={String(zone.id)} />}
            <ZoneMenu zone={zone} draft={draft} mayEdit={verdict === true} onGone={() => go(back.to)} />
          </>
        }
      />
      {mayEdit && <SavedDraftNotice saved_draft={savedDraft} />}
      {zone.is_outdated && (
        <Notice variant="warning">
          This area was changed on the published map after you added it to the draft. Check it and save it
          again, or remove the change from the draft.
        </Notice>
      )}
      {!mayEdit && reasonOf(verdict) && <Notice variant="info">{reasonOf(verdict)}</Notice>}
      <Workbench
        kind={kind}
        form={merging.form}
        others={others}
        mayEdit={mayEdit}
        aside={kind === 'drivers' && !draft && <DayDriversCard zone_id={zone.id} />}
      >
        {(fields) =>
          mayEdit ? (
            <MergingFormPanel of={merging} title="Someone else changed this area in the meantime.">
              {fields}
            </MergingFormPanel>
          ) : (
            <fieldset disabled className={styles.still}>
              {fields}
            </fieldset>
          )
        }
      </Workbench>
    </Page>
  )
}

function ZoneMenu({
  zone,
  draft,
  mayEdit,
  onGone,
}: {
  zone: Zone
  draft: number | undefined
  mayEdit: boolean
  onGone: () => void
}) {
  const me = useMe()
  const go = useGo()
  const done = (): void => {
    toast.success(draft ? `${zone.name} is changed in the draft` : `${zone.name} removed`)
    onGone()
  }
  const remove = useEndpointMutation(zonesApi.removeZone, { refresh: affected_queries, done })
  const undo = useEndpointMutation(zonesApi.undoChange, { refresh: affected_queries, done })
  const copy = useEndpointMutation(zonesApi.createZone, {
    refresh: affected_queries,
    done: ({ id }) => go(onDraft(`/maps/${zone.kind}/${id}`, draft)),
  })
  const confirmRemove = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: `Remove ${zone.name}?`,
      body: draft
        ? 'It is removed when the draft is published.'
        : 'It no longer applies to new shipments. Active shipments stay as they are.',
      confirm: 'Remove area',
      cancel: 'Keep',
      danger: true,
    })
    if (isSure) remove.mutate({ id: zone.id, draft_map_id: draft })
  }
  const entries: MenuEntry[] = [
    ...(mayEdit && mayCall(me, zonesApi.createZone)
      ? [
          {
            label: 'Copy',
            icon: IconCopy,
            onSelect: () =>
              copy.mutate({
                ...detailsOf(editOf(zone)),
                kind: zone.kind,
                name: `${zone.name} copy`,
                is_default: false,
                is_active: false,
                draft_map_id: draft,
              }),
          },
        ]
      : []),
    ...(mayEdit && draft && zone.change
      ? [
          {
            label: 'Remove the change from the draft',
            icon: IconRestore,
            onSelect: () => undo.mutate({ draft_map_id: draft, zone_id: zone.id }),
          },
        ]
      : []),
    ...(mayEdit && mayCall(me, zonesApi.removeZone) && zone.change !== 'removed'
      ? [{ label: 'Remove', icon: IconTrash, danger: true, onSelect: () => confirmRemove() }]
      : []),
  ]
  if (entries.length === 0) return null
  return (
    <Menu label={`Actions for ${zone.name}`} entries={entries}>
      {(trigger) => (
        <IconButton {...trigger} label="More actions" icon={IconDotsVertical} variant="secondary" />
      )}
    </Menu>
  )
}
