export { closeDatabase, database, findDatabaseProblem } from './database.ts';
export { renameDatabaseAside } from './move-aside.ts';
export { type Database, openDatabase, openForReading } from './open-database.ts';
export { preventDatabaseClose } from './prevent-database-close.ts';
export { toSqliteProblem } from './sqlite-problem.ts';
export { writeIfPossible } from './write-if-possible.ts';
