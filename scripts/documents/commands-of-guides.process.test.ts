import { testCommands } from './document-commands.ts';
import { documents } from './documents.ts';

testCommands(documents.guides);
