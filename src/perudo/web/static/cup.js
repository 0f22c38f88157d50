// cup
