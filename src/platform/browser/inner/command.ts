import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fontConfiguration, fontFiles } from '../fonts.ts'
import type { BrowserBinary } from './binary.ts'
import { type BrowserFolders, type BrowserUser, reachableFiles } from './folders.ts'
import { enclosedCommand } from './namespace.ts'

export interface LaunchOptions {
  readonly binary: BrowserBinary
  readonly sandbox: boolean
  /** Whether it renders frames as for a screen: screenshots need them, printing does not. */
  readonly drawsFrames: boolean
  readonly timeoutMs: number
}

/** The folders and the user of the browser. */
interface Place {
  readonly folders: BrowserFolders
  readonly user: BrowserUser | null
  readonly isEnclosed: boolean
}

/** The command line and its environment. */
interface BrowserCommand {
  readonly path: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Every request ends at a name that does not exist, or at a closed port. The first rule alone stopped
 * all probes; the second protects us if the first ever changes its meaning.
 */
const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-sync',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--lang=en-US',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-startup-window',
]

/** The command that starts a browser, with its files in a place that its user can read. */
export async function browserCommand(
  options: LaunchOptions,
  place: Place,
): Promise<BrowserCommand> {
  const { folders, user, isEnclosed } = place
  const { binary } = options
  const bin = join(folders.root, 'bin')
  const [path = binary.path] = await reachableFiles([binary.path], bin, user)
  const environment = await environmentOf(binary, place)
  const direct = { path, args: flagsFor(folders, options) }
  return { ...(isEnclosed ? enclosedCommand(direct) : direct), environment }
}

const flagsFor = (
  { profile }: BrowserFolders,
  { sandbox, drawsFrames }: LaunchOptions,
): readonly string[] => [
  ...FLAGS,
  `--user-data-dir=${profile}`,
  // Without rendering frames that nobody sees, printing a page takes two thirds of the time.
  ...(drawsFrames ? [] : ['--disable-threaded-compositing']),
  ...(sandbox ? [] : ['--no-sandbox']),
]

/** Not the service's environment, because it has secrets. */
async function environmentOf(
  { libraryDir }: BrowserBinary,
  { folders, user }: Place,
): Promise<Record<string, string>> {
  const fonts = await reachableFiles(fontFiles(), join(folders.root, 'fonts'), user)
  const configuration = join(folders.root, 'fonts.conf')
  await writeFile(configuration, fontConfiguration(fonts, join(folders.home, 'fontconfig')))
  await chmod(configuration, 0o644)
  const libraries =
    libraryDir === null ? [] : (await readdir(libraryDir)).map((it) => join(libraryDir, it))
  const reachable = await reachableFiles(libraries, join(folders.root, 'lib'), user)
  const isMoved = reachable[0] !== libraries[0]
  return {
    PATH: '/usr/bin:/bin',
    HOME: folders.home,
    TMPDIR: folders.temporary,
    XDG_CONFIG_HOME: folders.home,
    XDG_CACHE_HOME: folders.home,
    FONTCONFIG_FILE: configuration,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    ...(libraryDir === null
      ? {}
      : { LD_LIBRARY_PATH: isMoved ? join(folders.root, 'lib') : libraryDir }),
  }
}
