/** The dialogues about projects, each fetched when it is opened first. */
import { Loader, Modal } from '@mantine/core';
import { Suspense, type ComponentType } from 'react';
import { useStore } from 'zustand';
import { text } from '../../../../words/words.ts';
import { dialoguesStore, type ProjectDialogue } from './dialogues.ts';
import { Guard } from '../../../kit/notices/Guard.tsx';
import { lazyPart } from '../../../kit/parts/lazyPart.ts';

interface ContentProps {
  readonly onClose: () => void;
}

const PARTS: Readonly<
  Record<ProjectDialogue, { readonly title: string; readonly size: string; readonly Content: ComponentType<ContentProps> }>
> = {
  new: {
    title: text.projects.new.title,
    size: '1180px',
    Content: lazyPart(() => import('./NewProject.tsx').then(({ NewProject }) => ({ default: NewProject }))),
  },
  projects: {
    title: text.projects.list.title,
    size: 'lg',
    Content: lazyPart(() => import('./ProjectList.tsx').then(({ ProjectList }) => ({ default: ProjectList }))),
  },
  share: {
    title: text.projects.share.title,
    size: 'lg',
    Content: lazyPart(() => import('./ShareDialogue.tsx').then(({ ShareDialogue }) => ({ default: ShareDialogue }))),
  },
  gallery: {
    title: text.projects.galleryFolderTitle,
    size: 'lg',
    Content: lazyPart(() =>
      import('./galleryFolder/GalleryFolderDialogue.tsx').then(({ GalleryFolderDialogue }) => ({ default: GalleryFolderDialogue })),
    ),
  },
  teach: {
    title: text.teach.dialogue,
    size: 'xl',
    Content: lazyPart(() => import('./TeachDialogue.tsx').then(({ TeachDialogue }) => ({ default: TeachDialogue }))),
  },
  cluster: {
    title: text.projects.clusterTitle,
    size: 'lg',
    Content: lazyPart(() => import('./cluster/ClusterDialogue.tsx').then(({ ClusterDialogue }) => ({ default: ClusterDialogue }))),
  },
  verifiers: {
    title: text.projects.verifiersTitle,
    size: 'lg',
    Content: lazyPart(() => import('./verifiers/VerifiersDialogue.tsx').then(({ VerifiersDialogue }) => ({ default: VerifiersDialogue }))),
  },
  teamIn: {
    title: text.projects.teamInTitle,
    size: 'xl',
    Content: lazyPart(() => import('./teamIn/TeamInDialogue.tsx').then(({ TeamInDialogue }) => ({ default: TeamInDialogue }))),
  },
  basesIn: {
    title: text.projects.basesInTitle,
    size: 'md',
    Content: lazyPart(() => import('./basesIn/BasesInDialogue.tsx').then(({ BasesInDialogue }) => ({ default: BasesInDialogue }))),
  },
  profiles: {
    title: text.projects.profiles.title,
    size: 'md',
    Content: lazyPart(() => import('./ProfilesDialogue.tsx').then(({ ProfilesDialogue }) => ({ default: ProfilesDialogue }))),
  },
};

export function ProjectDialogues() {
  const open = useStore(dialoguesStore, (state) => state.open);
  const show = useStore(dialoguesStore, (state) => state.show);
  const { title, size, Content } = PARTS[open ?? 'new'];
  const close = (): void => show(null);
  return (
    <Modal
      opened={open !== null}
      onClose={close}
      title={title}
      size={size}
      centered={open !== 'new'}
      closeButtonProps={{ 'aria-label': text.projects.share.close }}
      transitionProps={{ duration: 0 }}
    >
      <Guard place={title} asked={open}>
        <Suspense fallback={<Loader size="sm" />}>{open && <Content onClose={close} />}</Suspense>
      </Guard>
    </Modal>
  );
}
