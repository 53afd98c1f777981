import { IconDotsVertical, IconDownload, IconFileText, IconTrash } from '../../kit/icons/icons.ts'
import { formatBytes } from '@waybill/domain/kit/texts/format'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { mayChangeFile, visibilitiesFor } from '@waybill/domain/shipments/files/file-rules'
import type { FileVisibility, ListedShipmentFile } from '@waybill/domain/shipments/files/shipment-file'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { personName } from '../../kit/session/people.ts'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Menu, type MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { Tag, When } from '../../kit/ui/values/Value.tsx'
import { fileTitle, kind_words, origin_words, visibilityText } from './file-texts.ts'
import styles from './file-row.module.css'

/**
 * One file: a thumbnail that opens the preview of a picture, what it is and who may read it, a link to download it,
 * and a menu for users who may change it.
 */
export function FileRow({
  file,
  people,
  onPreview,
  onVisibility,
  onRemove,
}: {
  file: ListedShipmentFile
  people: ReadonlyMap<string, string>
  onPreview: () => void
  onVisibility: (id: number, visibility: FileVisibility) => void
  onRemove: (id: number) => void
}) {
  const me = useMe()
  const { id, kind, visibility, origin, content_type, file_size, url, created_by, time_created } = file
  const title = fileTitle(file)
  const author = people.get(created_by) ?? personName(created_by)
  const isOwn = mayChangeFile(me, file) === true
  const entries: MenuEntry[] = []
  if (id !== null && isOwn && mayCall(me, shipmentsApi.changeFile))
    entries.push(
      { heading: 'Who may see it' },
      ...visibilitiesFor(me)
        .filter((one) => one !== visibility)
        .map((one) => ({ label: visibilityText(me, one), onSelect: () => onVisibility(id, one) })),
    )
  if (id !== null && isOwn && mayCall(me, shipmentsApi.removeFile))
    entries.push(...(entries.length > 0 ? (['separator'] as const) : []), {
      label: 'Remove',
      icon: IconTrash,
      danger: true,
      onSelect: () => onRemove(id),
    })
  return (
    <li className={styles.file}>
      {content_type.startsWith('image/') ? (
        <button type="button" className={styles.thumb} aria-label={`Show ${title}`} onClick={onPreview}>
          <img className={styles.thumbImage} src={url} alt="" loading="lazy" />
        </button>
      ) : (
        <span className={styles.thumb}>
          <Icon of={IconFileText} size={20} />
        </span>
      )}
      <span className={styles.facts}>
        <span className={styles.name}>{title}</span>
        <span className={styles.about}>
          {kind_words[kind]} · {formatBytes(file_size)} · {author}, <When at={time_created} />
        </span>
        <span className={styles.tags}>
          <Tag>{visibilityText(me, visibility)}</Tag>
          {origin !== 'upload' && <Tag>{origin_words[origin]}</Tag>}
        </span>
      </span>
      <a className={styles.save} href={url} download={title} aria-label={`Download ${title}`}>
        <Icon of={IconDownload} size={16} />
      </a>
      {entries.length > 0 && (
        <Menu entries={entries} label={`More for ${title}`}>
          {(trigger) => (
            <IconButton
              {...trigger}
              label={`More for ${title}`}
              icon={IconDotsVertical}
              size="sm"
              tooltip={false}
            />
          )}
        </Menu>
      )}
    </li>
  )
}
