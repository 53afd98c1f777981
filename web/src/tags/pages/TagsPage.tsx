import { IconPencil, IconPlus, IconTrash } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { startupApi } from '@waybill/domain/startup/api'
import { tagsApi } from '@waybill/domain/tags/api'
import {
  map_tag_types,
  other_tag_types,
  tag_type_labels,
  tag_types,
  type Tag,
  type TagType,
} from '@waybill/domain/tags/model'
import { checkTag, isColour, max_tag_length, mayEditTags, default_colours } from '@waybill/domain/tags/rules'
import { accountsApi } from '@waybill/domain/accounts/api'
import { zonesApi } from '@waybill/domain/maps/zones-api'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { monoColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Tabs } from '../../kit/ui/page-layout/Tabs.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'
import styles from './tags.module.css'

/** Queries that contain tags and are refreshed after a change. */
const affected_queries = [tagsApi.tags, startupApi.generalData, zonesApi.zones, accountsApi.list]

/** Returns the link to the list of things that have a tag. */
function usesOf({ type, name }: Tag): string {
  if (type === 'account' || type === 'shipment') return `/${type}s?tag=${encodeURIComponent(name)}`
  return `/maps?kind=${type}&tag=${encodeURIComponent(name)}`
}

function Uses({ tag }: { tag: Tag }) {
  return tag.count > 0 ? <AppLink to={usesOf(tag)}>{tag.count}</AppLink> : <>{tag.count}</>
}

const columns: readonly Column<Tag>[] = [
  textColumn('name', 'Name', 280, ({ name }) => name, {
    cell: (tag) => (
      <span className={styles.name}>
        <span className={styles.dot} style={{ background: tag.colour }} aria-hidden="true" />
        {tag.name}
      </span>
    ),
  }),
  monoColumn('colour', 'Colour', 120, ({ colour }) => colour),
  textColumn('count', 'Used by', 96, ({ count }) => String(count), {
    align: 'right',
    cell: (tag) => <Uses tag={tag} />,
  }),
]

/** Page for the tags of accounts, shipments and areas, with their colours (MAP-001, MAP-003, MAP-004). */
export default function TagsPage() {
  const me = useMe()
  const { values, set } = useSearchState()
  const type = tag_types.find((one) => one === values.type) ?? 'account'
  const list = useList({ name: 'tags' })
  const query = useQuery(endpointQuery(tagsApi.tags, { type }))
  const [edited, setEdited] = useState<Tag | 'new' | null>(null)
  const mayEdit = mayEditTags(me, type) === true
  const remove = useEndpointMutation(tagsApi.remove, {
    refresh: affected_queries,
    done: () => toast.success('Tag removed'),
  })
  const confirmRemove = async (tag: Tag): Promise<void> => {
    const isSure = await confirmAction({
      title: `Remove the tag ${tag.name}?`,
      body:
        tag.count === 0
          ? 'Nothing uses this tag.'
          : `It is removed from everything that uses it (${tag.count}).`,
      confirm: 'Remove tag',
      cancel: 'Keep',
      danger: true,
    })
    if (isSure) remove.mutate({ id: tag.id })
  }
  const part = list.search.toLowerCase()
  const found = query.data?.tags.filter(({ name }) => name.toLowerCase().includes(part))
  const { limit = 20, offset = 0 } = list.input
  return (
    <Page width="list">
      <PageHeader
        title="Tags"
        count={query.data?.count}
        back={{ to: '/settings', label: 'Settings' }}
        primary={
          mayEdit &&
          mayCall(me, tagsApi.create) && (
            <Button variant="primary" icon={IconPlus} data-shortcut="n" onClick={() => setEdited('new')}>
              New tag
            </Button>
          )
        }
      />
      <Tabs
        label="What tags are for"
        tabs={[...other_tag_types, ...map_tag_types].map((key) => ({ key, label: tag_type_labels[key] }))}
        chosen={type}
        onChoose={(next) => set({ type: next, page: undefined })}
      />
      <DataTable
        name="tags"
        caption="Tags"
        columns={columns}
        list={list}
        searchHint="Name"
        rows={found?.slice(offset, offset + limit)}
        total={found?.length}
        query={query}
        idOf={({ id }) => id}
        rowMenu={(tag) =>
          mayEdit
            ? [
                { label: 'Edit', icon: IconPencil, onSelect: () => setEdited(tag) },
                { label: 'Remove', icon: IconTrash, danger: true, onSelect: () => confirmRemove(tag) },
              ]
            : []
        }
        card={(tag) => ({ title: tag.name, lines: [`Used by ${tag.count}`] })}
        empty={{
          title: 'No tags yet.',
          text: `Tags for ${tag_type_labels[type].toLowerCase()} are listed here.`,
        }}
      />
      {edited && (
        <TagDialog
          type={type}
          tag={edited === 'new' ? null : edited}
          taken={query.data?.count ?? 0}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  )
}

function TagDialog({
  type,
  tag,
  taken,
  onClose,
}: {
  type: TagType
  tag: Tag | null
  /** The number of existing tags, so that a new tag gets a different default colour from the last one. */
  taken: number
  onClose: () => void
}) {
  const form = useForm({
    initial: {
      name: tag?.name ?? '',
      colour: tag?.colour ?? default_colours[taken % default_colours.length] ?? '',
    },
    check: checkTag,
  })
  const done = (): void => {
    toast.success(tag ? 'Tag changed' : 'Tag added')
    onClose()
  }
  const create = useEndpointMutation(tagsApi.create, { inForm: true, refresh: affected_queries, done })
  const change = useEndpointMutation(tagsApi.change, { inForm: true, refresh: affected_queries, done })
  const colour = form.field('colour')
  const isRenamed = tag !== null && form.values.name !== tag.name && tag.count > 0
  const saving = create.isPending || change.isPending
  return (
    <Modal
      title={tag ? `Tag ${tag.name}` : `New tag: ${tag_type_labels[type].toLowerCase()}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="tag" busy={saving}>
            {tag ? 'Save tag' : 'Add tag'}
          </Button>
        </>
      }
    >
      <FormPanel
        id="tag"
        hideButtons
        form={form}
        saving={saving || create.isSuccess || change.isSuccess}
        error={create.error ?? change.error}
        submit="Save"
        onSubmit={(values) =>
          tag ? change.mutate({ id: tag.id, ...values }) : create.mutate({ type, ...values })
        }
      >
        <TextField
          {...form.field('name')}
          label="Name"
          maxLength={max_tag_length}
          autoComplete="off"
          {...(isRenamed ? { hint: `Everything that uses it (${tag.count}) is renamed too.` } : {})}
        />
        <span className={styles.colour}>
          <input
            className={styles.colourInput}
            type="color"
            aria-label="Colour: choose"
            value={isColour(colour.value) ? colour.value : '#6b7280'}
            onChange={(event) => colour.onChange(event.target.value)}
          />
          <TextField {...colour} label="Colour" mono maxLength={7} autoComplete="off" />
        </span>
      </FormPanel>
    </Modal>
  )
}
