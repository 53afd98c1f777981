import { filesApi } from '@waybill/domain/files/api'
import sharp from 'sharp'
import type { Caller, TestProvider } from './provider.ts'

/** Uploads a picture as a logo and returns its URL. Its unusual `width` identifies it elsewhere. */
export async function sendLogo(p: TestProvider, staff: Caller, width: number): Promise<string> {
  const bytes = await sharp({ create: { width, height: 20, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const folder = 'provider-assets'
  const { url, file_name } = await staff.send(filesApi.upload, { file_name: 'logo.png', folder })
  const { pathname, search } = new URL(url)
  const { status } = await p.guest().http('PUT', pathname + search, bytes)
  if (status !== 200) throw new Error(`The logo was refused with ${status}.`)
  return (await staff.send(filesApi.confirm, { file_name, folder })).url
}

/** Draws a small picture that no other picture is like. */
export async function drawPicture(format: 'jpeg' | 'png', random: () => number): Promise<Buffer> {
  const size = { width: 48, height: 32 }
  const pixels = Buffer.from(Array.from({ length: size.width * size.height * 3 }, () => random() * 256))
  const picture = sharp(pixels, { raw: { ...size, channels: 3 } })
  return format === 'jpeg' ? picture.jpeg().toBuffer() : picture.png().toBuffer()
}
