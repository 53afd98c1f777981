import { IconShieldCheck } from '../kit/icons/icons.ts'
import type { AuditEvent } from '@waybill/domain/audit/model'
import { formatExact } from '@waybill/domain/kit/texts/format'
import { useState, type ReactNode } from 'react'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Icon } from '../kit/ui/buttons/Icon.tsx'
import { Reference, Tag } from '../kit/ui/values/Value.tsx'
import { cx } from '../kit/ui/class-names.ts'
import styles from './audit-entry.module.css'
import { auditLines, empty_value, type AuditLine } from './audit-lines.ts'

/** An entry with more lines is collapsed. */
const max_lines = 8

const action_texts = { created: 'Created', changed: 'Changed', deleted: 'Removed' } as const

/**
 * One audit entry: when it was made, by which user, through which channel, and the values before and after (AUD-007).
 * `about` names the changed record.
 */
export function AuditEntry({ entry, about }: { entry: AuditEvent; about?: ReactNode }) {
  const lines = auditLines(entry.change)
  const [isOpen, setOpen] = useState(lines.length <= max_lines)
  const shown = isOpen ? lines : lines.slice(0, max_lines)
  const by = entry.impersonated_by ? `${entry.impersonated_by} as ${entry.source}` : entry.source
  return (
    <article className={styles.entry}>
      <header className={styles.head}>
        <time className={styles.headTime} dateTime={entry.timestamp.toISOString()}>
          {formatExact(entry.timestamp)}
        </time>
        <Tag>{action_texts[entry.action]}</Tag>
        {about}
        {entry.is_sealed && (
          <span className={styles.seal}>
            <Icon of={IconShieldCheck} size={16} />
            Sealed
          </span>
        )}
        <span className={styles.version}>
          {[entry.channel, entry.client_version].filter(Boolean).join(' · ')}
        </span>
      </header>
      <p className={styles.by}>
        <span className={styles.byPart}>Change made by</span> <b>{by}</b>
        {entry.request_id && (
          <span className={cx(styles.request, styles.byPart)}>
            Request <Reference of={entry.request_id} />
          </span>
        )}
      </p>
      <dl className={styles.diff}>
        {shown.map((line) => (
          <DiffLine key={line.key} line={line} />
        ))}
      </dl>
      {lines.length > max_lines && (
        <Button variant="link" size="sm" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all ${lines.length} lines`}
        </Button>
      )}
    </article>
  )
}

function DiffLine({ line }: { line: AuditLine }) {
  return (
    <>
      <dt className={styles.diffTerm} style={{ paddingLeft: line.depth * 16 }}>
        {line.field}
      </dt>
      <dd className={styles.diffValue}>
        {line.before !== null && line.after !== null && (
          <>
            <del className={styles.before}>
              <span aria-hidden="true">−</span>{' '}
              {line.before === empty_value ? <i>{empty_value}</i> : line.before}
            </del>
            <span aria-hidden="true"> → </span>
            <ins className={styles.after}>
              <span aria-hidden="true">+</span>{' '}
              {line.after === empty_value ? <i>{empty_value}</i> : line.after}
            </ins>
          </>
        )}
      </dd>
    </>
  )
}
