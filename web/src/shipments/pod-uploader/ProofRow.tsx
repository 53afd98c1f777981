import { IconFileText, IconX } from '../../kit/icons/icons.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { ShipmentStatusBadge } from '../statuses/ShipmentStatusBadge.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import styles from './proof-row.module.css'
import type { Proof } from './proofs.ts'

/** A file: its picture, its shipment and how it was identified, the receiver, and the result. */
export function ProofRow({
  proof,
  onType,
  onSearch,
  onReceiver,
  onRetry,
  onRemove,
}: {
  proof: Proof
  onType: (reference: string) => void
  onSearch: () => void
  onReceiver: (name: string) => void
  onRetry: () => void
  onRemove: () => void
}) {
  const { file, picture, reference, receiver, state } = proof
  const off = state === 'open' ? undefined : 'This file is being read or posted.'
  return (
    <li className={styles.proof} aria-label={file.name}>
      <div className={styles.picture}>
        {picture ? (
          <img className={styles.pictureImage} src={picture} alt="" />
        ) : (
          <Icon of={IconFileText} size={24} />
        )}
      </div>
      <p className={styles.name}>{file.name}</p>
      <form
        className={styles.reference}
        onSubmit={(event) => {
          event.preventDefault()
          onSearch()
        }}
      >
        <TextField
          {...standaloneField(`reference-${proof.id}`, reference, onType)}
          onLeave={onSearch}
          label={`Reference of ${file.name}`}
          hideLabel
          placeholder="Reference"
          mono
          takesScans
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          off={off}
        />
      </form>
      <div className={styles.receiver}>
        <TextField
          {...standaloneField(`receiver-${proof.id}`, receiver, onReceiver)}
          label={`Received by, on ${file.name}`}
          hideLabel
          placeholder="Received by"
          maxLength={255}
          off={off}
        />
      </div>
      <div className={styles.outcome}>
        <Outcome proof={proof} onRetry={onRetry} />
      </div>
      {state !== 'posted' && state !== 'sending' && (
        <IconButton
          className={styles.remove}
          icon={IconX}
          label={`Take ${file.name} out`}
          onClick={onRemove}
        />
      )}
    </li>
  )
}

function Outcome({ proof, onRetry }: { proof: Proof; onRetry: () => void }) {
  const { target, problem, state } = proof
  if (state === 'reading')
    return <p className={cx(styles.quiet, styles.outcomeText)}>Looking for a reference…</p>
  const shipment = target && (
    <p className={cx(styles.shipment, styles.outcomeText)}>
      <AppLink to={`/shipments/${target.shipment_id}`}>{target.tracking_reference}</AppLink>
      <span>{target.receiver}</span>
    </p>
  )
  if (state === 'posted')
    return (
      <>
        {shipment}
        <StatusBadge family="green" label="Posted" size="compact" mark="tick" />
      </>
    )
  if (state === 'sending') return <p className={cx(styles.quiet, styles.outcomeText)}>Posting…</p>
  return (
    <>
      {shipment}
      {target && <ShipmentStatusBadge status={target.status} size="compact" />}
      {problem ? (
        <p className={cx(styles.problem, styles.outcomeText)}>
          {problem}{' '}
          {target && target.refusal === '' && (
            <Button variant="link" onClick={onRetry}>
              Try again
            </Button>
          )}
        </p>
      ) : (
        <p className={cx(styles.quiet, styles.outcomeText)}>{remark(proof)}</p>
      )}
    </>
  )
}

/** Returns what posting the file will do, and where the reference was found. */
function remark({ target, found_in }: Proof): string {
  if (!target) return 'Type or scan the reference of the shipment or parcel.'
  const effect =
    target.status !== 'delivered'
      ? 'Will be marked delivered.'
      : target.has_pod_files
        ? 'Already delivered with a proof. This one is added.'
        : 'Already delivered. The proof is added.'
  return found_in ? `${effect} Found in its ${found_in}.` : effect
}
