import { IconVolume, IconVolumeOff } from '../../kit/icons/icons.ts'
import { useRef, useState } from 'react'
import {
  playScanSound,
  setSoundVolume,
  soundVolume,
  unlockSound,
  type ScanSound,
} from '../../kit/scan/sounds.ts'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Popover } from '../../kit/ui/layers/Popover.tsx'
import styles from './sound-settings.module.css'

const preview_sounds: readonly [ScanSound, string][] = [
  ['accepted', 'Accepted'],
  ['repeat', 'Already done'],
  ['notice', 'Notice'],
  ['refused', 'Refused'],
]

/** Volume of this device, with a preview of every result sound. */
export function SoundSettings({ onVolume }: { onVolume?: (volume: number) => void }) {
  const [volume, setVolume] = useState(soundVolume)
  return (
    <div className={styles.sound}>
      <label className={styles.volume}>
        Volume
        <input
          className={styles.volumeInput}
          type="range"
          min={0}
          max={1}
          step={0.1}
          value={volume}
          onChange={(event) => {
            const loud = Number(event.target.value)
            setVolume(loud)
            setSoundVolume(loud)
            onVolume?.(loud)
          }}
        />
        <span className="tabular">{volume === 0 ? 'Off' : `${Math.round(volume * 100)} %`}</span>
      </label>
      <div className={styles.tests} role="group" aria-label="Test sounds">
        <span className={styles.testsPart}>Test sounds</span>
        {preview_sounds.map(([sound, label]) => (
          <Button
            key={sound}
            size="sm"
            onClick={() => {
              unlockSound()
              playScanSound(sound)
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Speaker button in the header of the scanner: displays whether sounds are on, and opens their settings. */
export function SoundButton() {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [volume, setVolume] = useState(soundVolume)
  return (
    <>
      <IconButton
        ref={anchor}
        variant="secondary"
        label={volume === 0 ? 'Sound off' : 'Sound on'}
        icon={volume === 0 ? IconVolumeOff : IconVolume}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <Popover
          anchor={anchor}
          onClose={() => setOpen(false)}
          align="end"
          label="Sound"
          className={styles.popover ?? ''}
        >
          <SoundSettings onVolume={setVolume} />
        </Popover>
      )}
    </>
  )
}
