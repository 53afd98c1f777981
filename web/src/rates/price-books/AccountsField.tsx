import { IconX } from '../../kit/icons/icons.ts'
import { AccountPicker, useAccount } from '../../accounts/index.ts'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import styles from '../rates.module.css'

/** Field to search and select any number of accounts. An empty selection does not restrict. */
export function AccountsField({ binding, label }: { binding: FieldBinding<number[] | null>; label: string }) {
  const { value, onChange, register } = binding
  register(label)
  const ids = value ?? []
  return (
    <fieldset className={styles.group}>
      <legend className={styles.groupLegend}>{label}</legend>
      <AccountPicker
        chosen={null}
        binding={{
          ...binding,
          value: null,
          onChange: (id) => id !== null && !ids.includes(id) && onChange([...ids, id]),
        }}
      />
      <ul className={styles.choices}>
        {ids.map((id) => (
          <ChosenAccount
            key={id}
            id={id}
            onRemove={() => {
              const left = ids.filter((one) => one !== id)
              onChange(left.length > 0 ? left : null)
            }}
          />
        ))}
      </ul>
    </fieldset>
  )
}

function ChosenAccount({ id, onRemove }: { id: number; onRemove: () => void }) {
  const account = useAccount(id)
  const name = account?.name ?? `Account ${id}`
  return (
    <li>
      {name} <IconButton label={`Remove ${name}`} icon={IconX} size="xs" tooltip={false} onClick={onRemove} />
    </li>
  )
}
