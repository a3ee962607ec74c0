/**
 * A Vulkan driver for WebGPU in Node (see webgpu-node.ts). A machine without a GPU has none, but every Chromium ships a
 * software one (SwiftShader) and a loader for it, so the tests run on those.
 */
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { findChromium } from './browser.ts';

const DRIVER = 'vk_swiftshader_icd.json';
const LOADER = 'libvulkan.so.1';

/** Folders in which a Linux Chromium may keep its libraries; the launcher on PATH is often a script elsewhere. */
function chromiumFolders(): string[] {
  const found = findChromium();
  const folders = 'path' in found ? [dirname(realpathSync(found.path))] : [];
  return [...folders, '/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome', dirname(chromium.executablePath())];
}

/**
 * Points this process and those it starts to Chromium's software Vulkan driver. Must run before the process that uses it
 * starts, because the library path is read only then. Does nothing when a driver was chosen by hand, when no Chromium is
 * there, or where Dawn needs no Vulkan (macOS, Windows).
 */
export function prepareVulkan(): void {
  if (process.platform !== 'linux' || process.env['VK_DRIVER_FILES'] || process.env['VK_ICD_FILENAMES']) return;
  const folder = chromiumFolders().find((candidate) => existsSync(join(candidate, DRIVER)));
  if (!folder) return;
  process.env['VK_DRIVER_FILES'] = join(folder, DRIVER);
  process.env['VK_ICD_FILENAMES'] = join(folder, DRIVER); // the name loaders before 1.3.207 know

  const loader = join(folder, LOADER);
  if (!existsSync(loader)) return;
  // A folder holding the loader alone: Chromium's own folder would also put its libEGL and libGLESv2 first.
  const aside = fileURLToPath(new URL('../../node_modules/.cache/vulkan', import.meta.url));
  mkdirSync(aside, { recursive: true });
  rmSync(join(aside, LOADER), { force: true });
  symlinkSync(loader, join(aside, LOADER));
  process.env['LD_LIBRARY_PATH'] = [aside, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter);
}
