import { defineDocumentCommandTests } from './document-commands.ts';
import { documents } from './documents.ts';

defineDocumentCommandTests(documents.results);
