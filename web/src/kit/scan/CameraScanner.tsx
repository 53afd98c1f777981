import { IconX } from '../icons/kit-icons.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon } from '../ui/buttons/Icon.tsx'
import { useKitTexts } from '../texts/kit-texts.ts'
import { newBarcodeReader, type BarcodeReader } from './camera-scanning.ts'
import styles from './camera-scanner.module.css'

/** Milliseconds between two reads of the camera picture, and before the same code is accepted again. */
const scan_interval_ms = 180
const same_code_ms = 2000

/** Reads barcodes with the camera until it is closed. */
export default function CameraScanner({
  onCode,
  onClose,
}: {
  onCode: (raw: string) => void
  onClose: () => void
}) {
  const t = useKitTexts()
  const video = useRef<HTMLVideoElement>(null)
  const receive = useEffectEvent(onCode)
  const [problem, setProblem] = useState<'noReader' | 'noCamera' | null>(null)
  useEffect(() => {
    let reader: BarcodeReader | null = null
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let last = { code: '', at: 0 }
    const scanFrame = async (): Promise<void> => {
      if (isOver || !reader || !video.current) return
      const code = await reader.read(video.current)
      if (code && !(code === last.code && Date.now() - last.at < same_code_ms)) {
        last = { code, at: Date.now() }
        receive(code)
      }
      timer = setTimeout(() => void scanFrame().catch(cannotRead), scan_interval_ms)
    }
    const cannotRead = (): void => {
      if (!isOver) setProblem('noReader')
    }
    const start = async (): Promise<void> => {
      const opened = await newBarcodeReader()
      if (isOver) return opened.close()
      reader = opened
      await video.current?.play()
      await scanFrame()
    }
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).then(
      (opened) => {
        stream = opened
        if (isOver || !video.current) return opened.getTracks().forEach((track) => track.stop())
        video.current.srcObject = opened
        start().catch(cannotRead)
      },
      () => setProblem('noCamera'),
    )
    return () => {
      isOver = true
      clearTimeout(timer)
      reader?.close()
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [])
  return (
    <div className={styles.camera}>
      {problem ? (
        <p className={styles.cameraText}>{t[problem]}</p>
      ) : (
        <video className={styles.cameraVideo} ref={video} muted playsInline aria-label={t.cameraPicture} />
      )}
      <button className={styles.cameraButton} type="button" aria-label={t.closeCamera} onClick={onClose}>
        <Icon of={IconX} size={24} />
      </button>
    </div>
  )
}
