import {
  importFromDirectory,
  linkDirectory,
  previewDirectory,
  searchDirectory,
  testDirectory,
} from '@jadegate/contract/identity/directory';

import type { Api } from '../../http/api.ts';
import type { DirectoryLinkService } from './directory-link.service.ts';
import type { DirectoryPeopleService } from './directory-people.service.ts';

interface Services {
  directoryPeople: DirectoryPeopleService;
  directoryLinks: DirectoryLinkService;
}

export function directoryRoutes(api: Api, { directoryPeople, directoryLinks }: Services): void {
  api.on(previewDirectory, ({ actor, body }) => directoryPeople.preview(actor, body));
  api.on(testDirectory, ({ actor, params, body }) => directoryPeople.test(actor, params.id, body.username));
  api.on(searchDirectory, ({ actor, params, body }) =>
    directoryPeople.search(actor, params.id, body.keyword),
  );
  api.on(importFromDirectory, ({ actor, params, body }) =>
    directoryPeople.import(actor, params.id, body.subjects),
  );
  api.on(linkDirectory, ({ actor, params, body }) => directoryLinks.link(actor, params.key, body));
}
