import { crc32 } from 'node:zlib'

/** Builds a ZIP archive whose parts are not compressed. `claimed` is the unpacked size that its directory states. */
export function archiveOf(parts: Readonly<Record<string, string>>, claimed?: number): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const [title, content] = [Buffer.from(name), Buffer.from(text)]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, title, content])
    const entry = Buffer.alloc(46)
    entry.write('PK\u0001\u0002')
    facts.copy(entry, 6)
    entry.writeUInt32LE(claimed ?? content.length, 24)
    entry.writeUInt32LE(offset, 42)
    directory.push(entry, title)
    locals.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(locals.length, 8)
  end.writeUInt16LE(locals.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, listed, end])
}
