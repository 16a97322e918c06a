import { createHash } from 'node:crypto';

import type { Language } from '@jadegate/contract/language';
import { LIMITS } from '@jadegate/contract/limits';
import type { Branding } from '@jadegate/contract/platform/branding';
import { DEFAULT_BRANDING } from '@jadegate/contract/words/branding';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { SettingService } from '../setting/setting.service.ts';
import { BrandingRepository } from './branding.repository.ts';
import { imageType } from './image-type.ts';

export { imageType };

const LOGO = 'logo';
const object = { type: 'branding', id: LOGO, name: '' };

/** What the product calls itself and looks like: the administrator's choice, or its own. */
export class BrandingService {
  readonly #images: BrandingRepository;
  readonly #database: Database;
  readonly #settings: SettingService;
  readonly #audit: AuditService;

  constructor(database: Database, settings: SettingService, audit: AuditService) {
    this.#database = database;
    this.#images = new BrandingRepository(database);
    this.#settings = settings;
    this.#audit = audit;
  }

  async name(language: Language): Promise<string> {
    return (await this.#settings.get('branding-name')) || DEFAULT_BRANDING.name[language];
  }

  async get(language: Language): Promise<Omit<Branding, 'version' | 'publicUrl' | 'timeZone' | 'isDemo'>> {
    const [copyright, description, contact, passwordMinLength, logo] = await Promise.all([
      this.#settings.get('branding-copyright'),
      this.#settings.get('branding-description'),
      this.#settings.get('branding-contact'),
      this.#settings.get('password-min-length'),
      this.#images.findVersion(LOGO),
    ]);
    return {
      name: await this.name(language),
      copyright: copyright || DEFAULT_BRANDING.copyright[language],
      description: description || DEFAULT_BRANDING.description[language],
      contact,
      logo: logo ?? '',
      passwordMinLength,
    };
  }

  async logo(): Promise<{ contentType: string; body: Buffer }> {
    const image = await this.#images.find(LOGO);
    if (!image) {
      throw new AppError('branding.no_logo');
    }
    return { contentType: image.content_type, body: Buffer.from(image.content, 'base64') };
  }

  async setLogo(actor: Actor, content: string): Promise<void> {
    const bytes = Buffer.from(content, 'base64');
    if (bytes.length > LIMITS.logoBytes) {
      const params = { limit: `${LIMITS.logoBytes / 1024} KiB` };
      throw new AppError('branding.image_too_large', { params, fields: ['content'] });
    }
    const type = imageType(bytes);
    if (!type) {
      throw new AppError('branding.not_an_image', { fields: ['content'] });
    }
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    await this.#database.transact(async (tx) => {
      const image = { name: LOGO, content_type: type, content: bytes.toString('base64'), version };
      await this.#images.put(image, tx);
      const detail = { type, bytes: bytes.length, version };
      await this.#audit.write(actor, { action: 'branding.logo-changed', object, detail }, tx);
    });
  }

  async removeLogo(actor: Actor): Promise<void> {
    await this.#database.transact(async (tx) => {
      if (await this.#images.remove(LOGO, tx)) {
        await this.#audit.write(actor, { action: 'branding.logo-removed', object }, tx);
      }
    });
  }
}
