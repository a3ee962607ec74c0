/** Where to begin: the templates, and beside them the projects that are there already. */
import { Gallery } from '../gallery/Gallery.tsx';
import styles from '../projects.module.css';
import { ProjectList } from './ProjectList.tsx';

export function NewProject({ onClose }: { readonly onClose: () => void }) {
  return (
    <div className={styles.beside}>
      <Gallery focus onStarted={onClose} />
      <ProjectList onClose={onClose} brief />
    </div>
  );
}
